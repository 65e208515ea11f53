"""Builds the Python package by CMake: the library, statically, and the extension, without the command and the tests."""

import os
import pathlib
import re
import sys

from skbuild import setup

project = pathlib.Path(__file__).resolve().parent
version = re.search(r"project\(abut VERSION (\S+)", (project / "CMakeLists.txt").read_text()).group(1)

setup(
    version=version,
    packages=["abut"],
    package_dir={"abut": "python/abut"},
    package_data={"abut": ["py.typed", "*.pyi"]},
    cmake_args=[
        "-DABUT_PYTHON=ON",
        "-DABUT_DEVELOPER=OFF",
        "-DABUT_CLI=OFF",
        "-DABUT_TESTS=OFF",
        "-DABUT_BENCH=OFF",
        "-DBUILD_SHARED_LIBS=OFF",
        # npm fetches what the page is made of, and a wheel is built without a network unless somebody wants the page.
        f"-DABUT_REPORT_PAGE={os.environ.get('ABUT_REPORT_PAGE', 'OFF')}",
        "-DABUT_PYTHON_INSTALL_DIR=python",
        "-DABUT_MODULES_INSTALL_DIR=python/abut",
        f"-DPython3_EXECUTABLE={sys.executable}",
        f"-DPYTHON_EXECUTABLE={sys.executable}",
    ],
    cmake_install_target="install_python",
)

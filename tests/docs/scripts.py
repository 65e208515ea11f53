"""Brings the scripts that make the documentation within reach of their tests."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))


def script(name):
    """A script as a module, also one without .py behind its name."""
    file = SCRIPTS / name
    loader = SourceFileLoader(file.stem, str(file))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(file.stem, loader))
    sys.modules[file.stem] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module

"""Damaged robots, scenes, COLLADA meshes and configurations: a result or one sentence that names a file."""

import unittest

from command import obj
from mutation import MutationTest, flaw_of

TETRAHEDRON = obj([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)])
URDF = """<?xml version="1.0"?>
<!-- a pointer with a wheel -->
<robot name="r">
  <link name="base"><collision><origin xyz="0 0 .1" rpy="0 .1 0"/><geometry><box size="1 2 3"/></geometry></collision>
    <collision><geometry><mesh filename="t.obj" scale="1 -1 1e-1"/></geometry></collision><visual/></link>
  <link name="tip"><collision><geometry><mesh filename="file://t.obj"/></geometry></collision></link>
  <link name="wheel"><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="cap"/>
  <joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="5 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="roll" type="continuous"><parent link="tip"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
  <joint name="lid" type="prismatic"><parent link="tip"/><child link="cap"/><limit lower="0" upper="1"/>
    <mimic joint="turn" multiplier="0.5" offset="-.25"/></joint>
  <gazebo/>
</robot>
"""
SRDF = """<?xml version="1.0"?>
<robot name="r">
  <virtual_joint name="v" type="fixed" parent_frame="world" child_link="base"/>
  <group name="all"><chain base_link="base" tip_link="cap"/><group name="one"/><link name="wheel"/></group>
  <group name="one"><joint name="roll"/></group>
  <group_state name="home" group="all"><joint name="turn" value="0.5"/><joint name="roll" value="-1"/></group_state>
  <passive_joint name="roll"/>
  <disable_default_collisions link="wheel"/>
  <enable_collisions link1="wheel" link2="base"/>
  <disable_collisions link1="base" link2="tip" reason="Adjacent"/>
</robot>
"""
SCENE = """# name shape sizes, where
post  cylinder 0.05 1   at 0 1 0
"the wall"  box 0.1 2 2  at -1.1 0 0  rpy 0 0 .5  padding 0.01
part  mesh t.obj  at 6e1 0 0  scale 0.5 1 -1
rail  capsule 0.02 1
ball  sphere 1  at 0 9 0
floor half-space  at 0 0 -9
"""
DAE = """<?xml version="1.0"?>
<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="12">0 0 0 1 0 0 1 1 0 0 1 .5</float_array><technique_common>
<accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_nodes><node id="n"><instance_geometry url="#g"/></node></library_nodes>
<library_visual_scenes><visual_scene id="vs"><node><translate>1 2 3</translate><rotate>0 0 1 90</rotate>
<scale>1 -1 2</scale><instance_node url="#n"/><node><matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"""
CONFIGURATIONS = 'turn,roll # head\n0,0\n0.5, -1.25e0\n1,4e1\n\n-3\t3\n'
TIMED = "time,roll,turn\n0,0,0\n1.5,2,.5\n3e0,4,-.5\n7,0,.25\n"


def flaw_of_any(*others):
    """As flaw_of, but the file that cannot be read on with the damaged one may be named instead of it."""

    def flaw(result, file):
        flaws = [flaw_of(result, name) for name in (file, *others)]
        return flaws[0] if all(flaws) else None

    return flaw


class Robots(MutationTest):
    def setUp(self):
        super().setUp()
        self.file("t.obj", TETRAHEDRON)
        self.file("r.urdf", URDF)
        self.file("r.srdf", SRDF)
        self.file("q.csv", CONFIGURATIONS)

    def attack_robot(self, name, content, command, *others):
        """`command` has FILE where the damaged file goes. What is left out is told by warnings, which --quiet leaves
        out; what is damaged may also go badly with one of the other files."""

        def arguments(file):
            return ["robot", *(file if word == "FILE" else word for word in command), "--quiet"]

        whole = self.abut(*arguments(self.file("whole_" + name, content)))
        self.assertIn(whole.status, (0, 1), whole.err)
        self.attack({name: content.encode()}, arguments, of_each=100, check=flaw_of_any(*others))

    def test_urdf(self):
        self.attack_robot("a.urdf", URDF, ["FILE", "--configurations", "q.csv"], "q.csv")

    def test_urdf_beside_its_srdf(self):
        self.attack_robot("b.urdf", URDF, ["FILE", "--srdf", "r.srdf", "--configurations", "q.csv"], "q.csv", "r.srdf")

    def test_srdf(self):
        self.attack_robot("a.srdf", SRDF, ["r.urdf", "--srdf", "FILE", "--configurations", "q.csv"], "q.csv", "r.urdf")

    def test_scenes(self):
        self.attack_robot("cell.txt", SCENE, ["r.urdf", "--scene", "FILE", "--configurations", "q.csv"])

    def test_collada(self):
        self.attack_robot("a.dae", DAE, ["r.urdf", "--scene", "FILE", "--configurations", "q.csv"])

    def test_configurations(self):
        self.attack_robot("a.csv", CONFIGURATIONS, ["r.urdf", "--configurations", "FILE", "--edges"])

    def test_configurations_with_times(self):
        self.attack_robot("t.csv", TIMED, ["r.urdf", "--configurations", "FILE", "--spline"])


if __name__ == "__main__":
    unittest.main()

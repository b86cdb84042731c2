"""The language engine is built, proven, kept, and built again where it dies."""

import pytest

from tests.installers.conftest import Machine, builder, builds


def test_proof_whose_wheel_is_gone_proves_nothing(machine: Machine) -> None:
    builder(machine, dies="nothing")
    machine.run("set_up_engine")
    next(machine.cache.glob("wheels/*/native-*/*.whl")).unlink()
    done = machine.run("set_up_engine")
    assert done.returncode == 0, done.stderr
    assert builds(machine) == 2


def test_build_for_this_processor_leaves_amx_out_where_the_compiler_can(machine: Machine) -> None:
    machine.stand_in("c++")
    assert machine.run("no_amx_flags").stdout.strip() == (
        "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
    )
    machine.stand_in("c++", "exit 1")
    assert machine.run("no_amx_flags").stdout == ""


@pytest.mark.parametrize(
    ("flavor", "kind", "flags"),
    [
        ("native", "cpu", "-DGGML_NATIVE=ON"),
        ("native", "cuda", "-DGGML_CUDA=ON"),
        ("native", "metal", "-DGGML_METAL=ON"),
        ("safe", "cpu", "-DGGML_AVX512=OFF"),
    ],
)
def test_flavors_have_their_flags(machine: Machine, flavor: str, kind: str, flags: str) -> None:
    assert flags in machine.run(f"cmake_flags {flavor} {kind}").stdout


@pytest.mark.parametrize(
    ("system", "compiler", "card", "kind"),
    [
        ("Darwin", "clang", 1, "metal"),
        ("Linux", "nvcc", 0, "cuda"),
        ("Linux", "nvcc", 9, "cpu"),
        ("Linux", "gcc", 0, "cpu"),
    ],
)
def test_accelerator_is_the_one_that_is_there(
    machine: Machine, system: str, compiler: str, card: int, kind: str
) -> None:
    machine.stand_in("uname", f"echo {system}")
    machine.stand_in("nvidia-smi", f"exit {card}")
    machine.stand_in(compiler)
    assert machine.run("accelerator").stdout.strip() == kind


def test_engine_is_built_proven_and_kept(machine: Machine) -> None:
    builder(machine, dies="nothing")
    assert machine.run("set_up_engine").returncode == 0
    assert len(list(machine.cache.glob("wheels/*/native-*/proven"))) == 1
    n_builds = builds(machine)
    assert machine.run("set_up_engine").returncode == 0
    assert builds(machine) == n_builds == 1


def test_engine_that_dies_is_built_once_more_with_safer_flags(machine: Machine) -> None:
    builder(machine, dies="GGML_NATIVE=ON")
    done = machine.run("set_up_engine")
    assert done.returncode == 0, done.stderr
    assert "once more, with safer flags" in done.stderr
    assert len(list(machine.cache.glob("wheels/*/native-*/died"))) == 1
    assert len(list(machine.cache.glob("wheels/*/safe-*/proven"))) == 1


def test_engine_that_cannot_be_fetched_is_not_called_broken(machine: Machine) -> None:
    machine.stand_in("c++", "echo c++ 12")
    machine.python('*" wheel "*) echo "NewConnectionError(no route)"; echo "ERROR: x" ; exit 1 ;;')
    done = machine.run("set_up_engine")
    assert done.returncode == 6
    assert "could not be fetched: ERROR: x → check the connection" in done.stderr
    assert "safer flags" not in done.stderr
    assert not list(machine.cache.glob("wheels/*/*/died"))


def test_engine_that_died_once_is_not_built_again(machine: Machine) -> None:
    builder(machine, dies="GGML_NATIVE=ON")
    machine.run("set_up_engine")
    n_builds = builds(machine)
    machine.run("set_up_engine")
    assert builds(machine) == n_builds == 2


def test_engine_that_dies_twice_ends_in_words(machine: Machine) -> None:
    builder(machine, dies="GGML")
    done = machine.run("set_up_engine")
    assert done.returncode == 1
    assert "could not be built" in done.stderr
    assert str(machine.cache / "logs" / "setup.log") in done.stderr


def test_build_for_the_card_falls_back_to_the_processor(machine: Machine) -> None:
    builder(machine, dies="GGML_CUDA")
    machine.stand_in("nvcc")
    machine.stand_in("nvidia-smi")
    done = machine.run("set_up_engine")
    assert done.returncode == 0, done.stderr
    assert "building for the CPU" in done.stderr


def test_rebuild_forgets_what_was_built(machine: Machine) -> None:
    builder(machine, dies="nothing")
    machine.run("set_up_engine")
    machine.run("rebuild=yes; set_up_engine")
    assert builds(machine) == 2


def test_wheel_of_an_unfinished_build_is_not_used(machine: Machine) -> None:
    builder(machine, dies="nothing")
    machine.run("set_up_engine")
    mark = next(machine.cache.glob("wheels/*/native-*/proven"))
    mark.unlink()
    next(mark.parent.glob("*.whl")).rename(mark.parent / "half.part")
    assert machine.run("set_up_engine").returncode == 0
    assert mark.exists()

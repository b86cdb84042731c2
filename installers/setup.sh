# shellcheck shell=bash
# What run and test share: everything from a bare machine to a Kairo that works.
# Sourced with `root` set. Safe to repeat and to interrupt anywhere: each step writes its result
# under a name of its own and renames it when it is whole. Bash 3.2, as macOS has it.

venv="${root:?}/.venv"
if [ -z "${HOME:-}" ]; then
  unset HOME
  HOME=$(echo ~)
  export HOME
fi
case "$(uname -s)" in
  Darwin) cache="${XDG_CACHE_HOME:-$HOME/Library/Caches}/kairo" ;;
  *) cache="${XDG_CACHE_HOME:-$HOME/.cache}/kairo" ;;
esac
log="$cache/logs/setup.log"
# The second lock on the same door: pip never touches anything but the environment.
export PIP_REQUIRE_VIRTUALENV=1
watcher=""
step=0
n_steps=3

say() { printf 'kairo set-up: %s\n' "$*" >&2; }

# What is wrong, the cure, the exit code of its class.
die() {
  say "$1 → $2"
  exit "${3:-1}"
}

begin_step() {
  step=$((step + 1))
  say "[$step/$n_steps] $*"
}

stop_watching() {
  if [ -n "$watcher" ]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    watcher=""
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  fi
}

interrupted() {
  trap '' INT TERM
  trap - EXIT
  stop_watching
  say "interrupted → run the same command again, it goes on where it stopped"
  # Dying of the signal tells whoever started us what happened; a shell shows it as 130.
  trap - INT
  kill -INT $$
  exit 130
}

# Shows how far the command that writes to $log has come: in a terminal every second in one line,
# elsewhere a line every half minute. The command itself stays in the foreground, so that Ctrl-C
# reaches it.
watch_log() {
  local what="$1"
  (
    trap 'exit 0' TERM
    begun=$(date +%s)
    while :; do
      sleep 1 &
      wait $!
      spent=$(($(date +%s) - begun))
      if [ -t 2 ]; then
        printf '\r\033[K  %s, %d s %s' "$what" "$spent" "$(where_it_is)" >&2
      elif [ $((spent % 30)) -eq 29 ]; then
        printf '  %s, %d s %s\n' "$what" "$spent" "$(where_it_is)" >&2
      fi
    done
  ) &
  watcher=$!
}

where_it_is() {
  tail -n 200 "$log" 2>/dev/null | tr '\r' '\n' |
    sed -n -e 's/^ *\(\[[0-9]*\/[0-9]*\]\).*/\1/p' -e 's/^ *Collecting \([A-Za-z0-9._-]*\).*/\1/p' |
    tail -n 1
}

# Runs a command with its words in the log and a sign of life on the terminal.
logged() {
  local what="$1" code=0
  shift
  printf '\n== %s: %s\n' "$(date)" "$*" >>"$log"
  watch_log "$what"
  "$@" </dev/null >>"$log" 2>&1 || code=$?
  stop_watching
  if [ "$code" -eq 130 ]; then interrupted; fi
  return "$code"
}

last_error() {
  local words
  words=$(grep -E '^ *(ERROR|error|E:|CMake Error|.*: (fatal )?error:)' "$log" | tail -n 1 | cut -c 1-200)
  echo "${words:-no reason was given}"
}

# Whether the last command failed for want of the package index.
index_failed() {
  tail -n 80 "$log" | grep -E -q 'NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError|CERTIFICATE_VERIFY_FAILED|No matching distribution'
}

index_cure() {
  echo "check the connection to the package index (details: $log), then run the same command again"
}

make_cache() {
  if ! mkdir -p "$cache/logs" "$cache/wheels" 2>/dev/null || ! : 2>/dev/null >>"$log"; then
    die "the folder $cache cannot be written" \
      "mend its rights, or set XDG_CACHE_HOME and XDG_DATA_HOME to folders of yours" 7
  fi
  if [ "$(wc -c <"$log")" -gt 5000000 ]; then mv "$log" "$log.old"; fi
}

free_mb() { df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }'; }

require_room() {
  local place="$1" needed="$2" what="$3" free
  free=$(free_mb "$place")
  if [ "$free" -lt "$needed" ]; then
    die "$what needs $needed MB on the disk of $place, $free MB are free" \
      "free some room there and run the same command again" 7
  fi
}

# --- packages of the system ---------------------------------------------------------------------

# How to become root here; fails where there is no way.
root_prefix() {
  if [ "$(id -u)" -eq 0 ]; then
    echo ""
  elif ! command -v sudo >/dev/null; then
    return 1
  elif sudo -n true 2>/dev/null; then
    echo "sudo -n"
  elif [ -t 0 ] && [ -t 2 ] && [ -z "${CI:-}" ]; then
    echo "sudo"
  else
    return 1
  fi
}

# Installs packages by apt; fails where apt or the right to use it is not there.
apt_install() {
  local prefix
  command -v apt-get >/dev/null || return 1
  prefix=$(root_prefix) || return 1
  if [ "$prefix" = sudo ]; then
    say "sudo asks for your password to install: $*"
    sudo -v || return 1
  fi
  local install="env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends"
  install="$prefix $install -o DPkg::Lock::Timeout=120"
  # shellcheck disable=SC2086 # the prefix and the options are words of their own
  logged "installing $*" $install "$@" ||
    { logged "refreshing the package lists" $prefix apt-get update &&
      logged "installing $*" $install "$@"; }
}

# What to do where a package could not be installed.
install_hint() {
  if command -v apt-get >/dev/null && root_prefix >/dev/null; then
    echo "apt-get could not install it, $log says why; mend that and run the same command again, or install: $*"
  elif command -v apt-get >/dev/null; then
    echo "ask an administrator to run: apt-get install -y $*"
  elif [ "$(uname -s)" = Darwin ]; then
    echo "run: xcode-select --install"
  else
    echo "install with your system's package manager what Debian calls: $*"
  fi
}

# --- Python and its environment -----------------------------------------------------------------

is_new_enough() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
  local name
  for name in "${KAIRO_PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    if [ -n "$name" ] && command -v "$name" >/dev/null && is_new_enough "$name"; then
      command -v "$name"
      return
    fi
  done
  return 1
}

require_python() {
  if ! python=$(find_python); then
    apt_install python3 python3-venv || true
    python=$(find_python) || {
      apt_install python3.11 python3.11-venv || true
      python=$(find_python)
    } || die "Kairo needs Python 3.11 or newer, and there is none" \
      "$(install_hint python3.11 python3.11-venv), or set KAIRO_PYTHON to one"
  fi
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    local package
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    apt_install "$package" || apt_install python3-venv ||
      die "$python cannot make virtual environments" "$(install_hint "$package")"
  fi
}

# `.unfinished` stands in an environment from its making until Kairo is in it: what was interrupted
# between is made anew, from wheels that are here by then. Without its configuration an environment
# is but a link to the Python it was made from, and whatever is installed would go there.
venv_works() {
  [ ! -e "$venv/.unfinished" ] && [ -x "$venv/bin/python" ] && "$venv/bin/python" -c '
import pip, sys
sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)' 2>/dev/null
}

# Renamed first: what is interrupted in the middle of a deletion must not look like an environment.
remove_venv() {
  rm -rf "$venv.old"
  if [ -e "$venv" ]; then mv "$venv" "$venv.old"; fi
  rm -rf "$venv.old"
}

make_venv() {
  if venv_works; then return; fi
  require_python
  require_room "$root" 1500 "the Python environment"
  { remove_venv && mkdir -p "$venv" && : >"$venv/.unfinished"; } 2>>"$log" ||
    die "the folder $root cannot be written" "mend its rights, or copy Kairo to a folder of yours" 7
  logged "making .venv" "$python" -m venv "$venv" ||
    die "the virtual environment $venv could not be made: $(last_error)" \
      "see $log, then run the same command again"
}

# --- llama-cpp-python, compiled for this machine --------------------------------------------------

llama_version() {
  sed -n 's/.*"llama-cpp-python==\([0-9.]*\)".*/\1/p' "$root/pyproject.toml"
}

accelerator() {
  if [ "$(uname -s)" = Darwin ]; then
    echo metal
  elif command -v nvcc >/dev/null && nvidia-smi -L >/dev/null 2>&1; then
    echo cuda
  else
    echo cpu
  fi
}

compiler() { echo "${CXX:-c++}"; }

digest() { cksum | cut -d ' ' -f 1; }

cpu_digest() {
  if [ -r /proc/cpuinfo ]; then
    grep -m 1 -E '^(flags|Features)' /proc/cpuinfo | tr ' ' '\n' | sort | digest
  else
    sysctl -n machdep.cpu.brand_string 2>/dev/null | digest
  fi
}

# Which wheels fit the environment's Python, as `abi`. Read from a file: bash 5.2 stumbles over a
# signal that comes while it waits for a command inside of $( ).
find_abi() {
  "$venv/bin/python" -c 'import platform, sys
print("cp%d%d-%s" % (*sys.version_info[:2], platform.machine()))' >"$venv/.abi"
  read -r abi <"$venv/.abi"
}

# Where wheels for this machine lie: by version, accelerator, Python and CPU.
wheel_shelf() {
  echo "$cache/wheels/llama-$(llama_version)-$1-$abi-$(cpu_digest)"
}

# The newest wheel on a shelf that has decoded on this machine, whatever compiler made it.
proven_wheel() {
  local folder newest="" mark
  for mark in "$1"/*/proven; do
    folder=$(dirname "$mark")
    if ls "$mark" "$folder"/*.whl >/dev/null 2>&1 && { [ -z "$newest" ] || [ "$mark" -nt "$newest/proven" ]; }; then
      newest="$folder"
    fi
  done
  if [ -n "$newest" ]; then ls "$newest"/*.whl; fi
}

cpu_has() { grep -q -m 1 -w "$1" /proc/cpuinfo 2>/dev/null; }

on_if() { if "$@"; then echo ON; else echo OFF; fi; }

cmake_flags() {
  local flavor="$1" kind="$2"
  printf '%s' "-DLLAVA_BUILD=OFF"
  case "$kind" in
    cuda) printf '%s' " -DGGML_CUDA=ON" ;;
    metal) printf '%s' " -DGGML_METAL=ON" ;;
  esac
  if [ "$flavor" = native ]; then
    printf '%s' " -DGGML_NATIVE=ON"
  else
    printf '%s' " -DGGML_NATIVE=OFF -DGGML_AVX512=OFF"
    printf '%s' " -DGGML_AVX=$(on_if cpu_has avx) -DGGML_AVX2=$(on_if cpu_has avx2)"
    printf '%s' " -DGGML_FMA=$(on_if cpu_has fma) -DGGML_F16C=$(on_if cpu_has f16c)"
    printf '%s' " -DGGML_BMI2=$(on_if cpu_has bmi2) -DGGML_SSE42=$(on_if cpu_has sse4_2)"
  fi
}

# GCC drops stores that fill the AMX tile configuration: such a build dies at its first decode
# (ggml-org/llama.cpp issue 20824).
no_amx_flags() {
  local flags="-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
  # shellcheck disable=SC2086 # three options
  if "$(compiler)" $flags -x c++ -E /dev/null >/dev/null 2>&1; then echo "$flags"; fi
}

build_jobs() {
  local cores memory_mb
  cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  memory_mb=$(awk '/MemAvailable/ { print int($2 / 1024) }' /proc/meminfo 2>/dev/null || echo 8000)
  awk -v c="$cores" -v m="${memory_mb:-8000}" \
    'BEGIN { j = int(m / 1200); if (j > c) j = c; if (j < 1) j = 1; print j }'
}

require_compiler() {
  if command -v "$(compiler)" >/dev/null; then return; fi
  if [ "$(uname -s)" = Darwin ]; then
    die "Apple's compiler is missing" "run: xcode-select --install"
  fi
  apt_install g++ cmake ninja-build ||
    die "a C++ compiler is missing, to build the language engine" \
      "$(install_hint g++ cmake ninja-build)"
}

# Builds one flavor into its folder on the shelf; fails when the build does.
build_wheel() {
  local flavor="$1" kind="$2" folder="$3" work flags
  require_compiler
  require_room "${TMPDIR:-/tmp}" 1000 "building the language engine"
  work="$folder.part"
  rm -rf "$work" "$folder"
  mkdir -p "$work" || return 1
  flags=$(no_amx_flags)
  say "building llama-cpp-python $(llama_version) for $kind, flavor $flavor: about five minutes, once"
  logged "building" env \
    CMAKE_ARGS="$(cmake_flags "$flavor" "$kind")" CFLAGS="$flags" CXXFLAGS="$flags" \
    CMAKE_BUILD_PARALLEL_LEVEL="$(build_jobs)" \
    "$venv/bin/python" -m pip --disable-pip-version-check wheel -v --no-input --no-deps \
    --no-cache-dir --no-binary llama-cpp-python --wheel-dir "$work" \
    "llama-cpp-python==$(llama_version)" || {
    if index_failed; then
      die "the language engine could not be fetched: $(last_error)" "$(index_cure)" 6
    fi
    return 1
  }
  mv "$work" "$folder"
}

install_wheel() {
  logged "installing the language engine" "$venv/bin/python" -m pip --disable-pip-version-check \
    install --no-input --no-index --no-deps --force-reinstall "$1" ||
    die "the language engine could not be installed: $(last_error)" "see $log"
}

# A decode in a child process: the only proof that a build works on this CPU.
decodes() {
  logged "trying the language engine" "$venv/bin/python" -m kairo_desktop.llama.selftest
}

# Builds, installs and tries one flavor.
try_flavor() {
  local flavor="$1" kind="$2" folder
  folder="$(wheel_shelf "$kind")/$flavor-$("$(compiler)" --version 2>/dev/null | head -n 1 | digest)"
  if [ -f "$folder/died" ]; then return 1; fi
  if ! ls "$folder"/*.whl >/dev/null 2>&1; then
    build_wheel "$flavor" "$kind" "$folder" || return 1
  fi
  install_wheel "$folder"/*.whl
  install_kairo "$folder"
  if decodes; then
    : >"$folder/proven"
  else
    : >"$folder/died"
    return 1
  fi
}

build_engine() {
  local kind="$1"
  if try_flavor native "$kind"; then return; fi
  say "the $kind build for exactly this CPU does not work here ($(last_error)); once more, with safer flags"
  if try_flavor safe "$kind"; then return; fi
  if [ "$kind" = cuda ]; then
    say "the GPU build does not work here either; building for the CPU"
    build_engine cpu
    return
  fi
  die "the language engine could not be built: $(last_error)" \
    "send the end of $log with a report; ./installers/run --rebuild tries from scratch"
}

set_up_engine() {
  local kind wheel
  find_abi
  kind=$(accelerator)
  if [ -n "${rebuild:-}" ]; then rm -rf "$(wheel_shelf "$kind")" "$(wheel_shelf cpu)"; fi
  wheel=$(proven_wheel "$(wheel_shelf "$kind")")
  if [ -z "$wheel" ] && [ "$kind" = cuda ]; then wheel=$(proven_wheel "$(wheel_shelf cpu)"); fi
  if [ -n "$wheel" ]; then
    install_wheel "$wheel"
    install_kairo "$(dirname "$wheel")"
  else
    build_engine "$kind"
  fi
}

# --- Kairo itself -----------------------------------------------------------------------------------

# Where the packages that Kairo needs are kept as wheels, so that another checkout finds them: by
# Python, extras and the list of dependencies.
package_shelf() {
  local wanted
  wanted=$(sed -n '/^\[build-system\]/,/^\[project.scripts\]/p' "$root/pyproject.toml" | digest)
  echo "$cache/packages/$abi-${extras:-plain}-$wanted"
}

build_backend() { sed -n 's/^requires = \["\(hatchling==[0-9.]*\)"\]/\1/p' "$root/pyproject.toml"; }

# Fills the shelf from the package index, once. `$2` is the folder of the engine's wheel.
fetch_packages() {
  local shelf="$1"
  if [ -d "$shelf" ]; then
    touch "$shelf"
    return
  fi
  require_room "$cache" 800 "the Python packages"
  rm -rf "$shelf.part"
  logged "fetching the Python packages" "$venv/bin/python" -m pip --disable-pip-version-check \
    wheel --no-input --find-links "$2" --wheel-dir "$shelf.part" \
    "$root${extras:+[$extras]}" "$(build_backend)" editables ||
    die "the Python packages could not be fetched: $(last_error)" "$(index_cure)" 6
  rm -f "$shelf.part"/kairo_desktop-*.whl "$shelf.part"/llama_cpp_python-*.whl
  mv "$shelf.part" "$shelf"
  find "$cache/packages" -mindepth 1 -maxdepth 1 -mtime +30 \
    -exec sh -c 'mv "$1" "$1.part" && rm -rf "$1.part"' _ {} \;
}

install_kairo() {
  local shelf install
  shelf=$(package_shelf)
  fetch_packages "$shelf" "$1"
  install="--no-input --no-index --no-deps --no-compile --force-reinstall"
  # shellcheck disable=SC2086 # options are words of their own
  {
    logged "installing the Python packages" "$venv/bin/python" -m pip \
      --disable-pip-version-check install $install "$shelf"/*.whl &&
      logged "installing Kairo" "$venv/bin/python" -m pip --disable-pip-version-check \
        install $install --no-build-isolation --editable "$root"
  } || die "Kairo could not be installed: $(last_error)" "see $log, or delete $venv and try again"
}

has_library() {
  PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null | grep -F "$1" >/dev/null
}

alsa_knows_pulse() {
  local plugin
  for plugin in /usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so /usr/lib*/alsa-lib/libasound_module_pcm_pulse.so; do
    if [ -e "$plugin" ]; then return; fi
  done
  return 1
}

# PortAudio, its way to the sound server, and the library that watches the server.
look_for_portaudio() {
  local packages="libportaudio2 libasound2-plugins libpulse0"
  if [ "$(uname -s)" = Darwin ]; then return; fi
  if has_library libportaudio.so.2 && has_library libpulse.so.0 && alsa_knows_pulse; then return; fi
  # shellcheck disable=SC2086 # a package each
  apt_install $packages ||
    say "libraries for live sound are missing: recordings can be answered, live sound cannot be heard → $(install_hint $packages)"
}

# What Qt needs to show a window, each library before the package that brings it. The desktop names
# the same packages where one is missing (kairo_desktop/ui/platform.py).
qt_libraries="libEGL.so.1:libegl1 libGL.so.1:libgl1 libdbus-1.so.3:libdbus-1-3
libfontconfig.so.1:libfontconfig1 libglib-2.0.so.0:libglib2.0-0 libgssapi_krb5.so.2:libgssapi-krb5-2
libX11-xcb.so.1:libx11-xcb1 libxkbcommon.so.0:libxkbcommon0 libxkbcommon-x11.so.0:libxkbcommon-x11-0
libxcb-cursor.so.0:libxcb-cursor0 libxcb-icccm.so.4:libxcb-icccm4 libxcb-image.so.0:libxcb-image0
libxcb-keysyms.so.1:libxcb-keysyms1 libxcb-randr.so.0:libxcb-randr0
libxcb-render-util.so.0:libxcb-render-util0 libxcb-shape.so.0:libxcb-shape0
libxcb-sync.so.1:libxcb-sync1 libxcb-xfixes.so.0:libxcb-xfixes0 libxcb-xkb.so.1:libxcb-xkb1"

look_for_window_libraries() {
  local pair missing=""
  if [ "$(uname -s)" = Darwin ]; then return; fi
  for pair in $qt_libraries; do
    if ! has_library "${pair%%:*}"; then missing="$missing ${pair#*:}"; fi
  done
  if [ -z "$missing" ]; then return; fi
  # shellcheck disable=SC2086 # a package each
  apt_install $missing ||
    say "libraries for windows are missing: Kairo works in the terminal, the desktop does not start → $(install_hint $missing)"
}

# The typeface that the windows are drawn for; without it the system's own serves.
look_for_typeface() {
  if [ "$(uname -s)" != Linux ] || ls /usr/share/fonts/*/inter/* >/dev/null 2>&1; then return; fi
  apt_install fonts-inter || say "the typeface Inter is not there, the system's own serves → $(install_hint fonts-inter)"
}

# A desktop of their own is what the tests of windows run on.
look_for_test_desktop() {
  local packages="xvfb openbox picom tint2 imagemagick wmctrl xdotool x11-utils x11-xserver-utils gnome-keyring"
  local program
  for program in Xvfb openbox picom tint2 import wmctrl xdotool xprop xev xrandr xmodmap xset gnome-keyring-daemon; do
    if ! command -v "$program" >/dev/null; then
      # shellcheck disable=SC2086 # a package each
      apt_install $packages || say "the tests of windows need a desktop → $(install_hint $packages)"
      return
    fi
  done
}

# Sound servers of their own are what the tests of live sound run on.
look_for_sound_servers() {
  local packages="pulseaudio pulseaudio-utils pipewire pipewire-bin wireplumber pipewire-pulse dbus-daemon sox"
  local program
  for program in pulseaudio pactl pipewire wireplumber pipewire-pulse dbus-daemon sox; do
    if ! command -v "$program" >/dev/null; then
      # shellcheck disable=SC2086 # a package each
      apt_install $packages || say "the tests of live sound need sound servers → $(install_hint $packages)"
      return
    fi
  done
}

# The kernel's own word on what connects is what the tests of silence rest on.
look_for_call_tracer() {
  if [ "$(uname -s)" != Linux ] || command -v strace >/dev/null; then return; fi
  apt_install strace || say "the tests of connections need strace → $(install_hint strace)"
}

# What a finished environment was made from; anything else sets up again.
setup_key() {
  { cat "$root/pyproject.toml" "$root/installers/setup.sh"; echo "$1 $root $(cpu_digest)"; } | digest
}

# A set-up with the test extras serves those who do not need them.
is_set_up() {
  local stamp
  stamp=$(cat "$venv/.kairo" 2>/dev/null) || return 1
  [ "$stamp" = "$(setup_key "$extras")" ] || [ "$stamp" = "$(setup_key test)" ]
}

one_at_a_time() {
  if command -v flock >/dev/null; then
    exec 9>"$cache/setup.lock"
    if ! flock -n 9; then
      say "another set-up is at work; waiting for it"
      flock 9
    fi
  fi
}

# Everything up to a working program. `$1` names extras of the package, or is empty.
set_up() {
  extras="$1"
  trap interrupted INT TERM
  trap stop_watching EXIT
  make_cache
  one_at_a_time
  if [ -z "${rebuild:-}" ] && venv_works && is_set_up; then return; fi
  begin_step "libraries for sound and the desktop"
  look_for_portaudio
  look_for_window_libraries
  look_for_typeface
  if [ "$extras" = test ]; then
    look_for_sound_servers
    look_for_test_desktop
    look_for_call_tracer
  fi
  begin_step "Python environment in .venv"
  make_venv
  rm -f "$venv/.kairo"
  begin_step "language engine and packages"
  set_up_engine
  setup_key "$extras" >"$venv/.kairo"
  rm -f "$venv/.unfinished"
  say "Kairo is installed: $venv/bin/kairo"
}

fetch_models() {
  "$venv/bin/kairo" models pull "$@" >&2 || exit $?
}

# The program takes over; nothing of the set-up stays behind.
leave_set_up() {
  trap - INT TERM EXIT
  exec 9>&- || true
}

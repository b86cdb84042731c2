# Sets Kairo up on Windows and starts it:
#   installers\run.ps1                    answers the bundled sample interview
#   installers\run.ps1 answer my.wav      any verb of kairo
#   installers\run.ps1 -Rebuild doctor    builds the language engine from scratch first
# Safe to repeat and to interrupt: each step writes its result under a name of its own and renames
# it when it is whole. The compiled engine and the models lie outside the checkout. Proxies and
# package indexes are those of your pip settings. For Windows PowerShell 5.1 and newer.
param([switch]$Rebuild)
Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'

$Verb = @($args)
$Root = Split-Path -Parent $PSScriptRoot
$Venv = Join-Path $Root '.venv'
$Unfinished = Join-Path $Venv '.unfinished'
$Python = Join-Path $Venv 'Scripts\python.exe'
$Cache = Join-Path $env:LOCALAPPDATA 'kairo\Cache'
$Shelf = Join-Path $Cache 'wheels'
$Logs = Join-Path $Cache 'logs'
$Log = Join-Path $Logs 'setup.log'

# pip never touches anything but the environment.
$env:PIP_REQUIRE_VIRTUALENV = '1'
$env:PIP_DISABLE_PIP_VERSION_CHECK = '1'
$env:PIP_NO_INPUT = '1'

function Say([string]$Words) { [Console]::Error.WriteLine("kairo set-up: $Words") }

# What is wrong, the cure, the exit code of its class.
function Stop-SetUp([string]$What, [string]$Cure, [int]$Code = 1) {
    Say "$What -> $Cure"
    exit $Code
}

# Runs a command with all its words in the log; true when it succeeded.
function Invoke-Logged([string]$What, [string]$Command, [string[]]$Arguments) {
    # PowerShell 5.1 takes a redirected line of stderr for an error of its own, and would stop.
    $ErrorActionPreference = 'Continue'
    Say "$What (details: $Log)"
    & $Command @Arguments *>> $Log
    return $LASTEXITCODE -eq 0
}

# True when a command is there and succeeds; its words go nowhere.
function Test-Command([string]$Command, [string[]]$Arguments) {
    $ErrorActionPreference = 'Continue'
    if (-not (Get-Command $Command -ErrorAction SilentlyContinue)) { return $false }
    & $Command @Arguments *> $null
    return $LASTEXITCODE -eq 0
}

function Assert-Room([string]$Place, [int]$NeededMb, [string]$What) {
    $Drive = [IO.DriveInfo]::new([IO.Path]::GetPathRoot($Place))
    $FreeMb = [int][Math]::Floor($Drive.AvailableFreeSpace / 1MB)
    if ($FreeMb -lt $NeededMb) {
        Stop-SetUp "$What needs $NeededMb MB on the disk of $Place, $FreeMb MB are free" `
            'free some room there and run the same command again' 7
    }
}

# --- Python and its environment -----------------------------------------------------------------

# A Python that is new enough, as a command and what comes first behind it; else nothing.
function Find-Python {
    $Check = 'import sys, venv; sys.exit(sys.version_info < (3, 11))'
    $Candidates = @($env:KAIRO_PYTHON, 'py|-3.13', 'py|-3.12', 'py|-3.11', 'python')
    foreach ($Candidate in $Candidates | Where-Object { $_ }) {
        $Words = @($Candidate -split '\|')
        $Arguments = @($Words | Select-Object -Skip 1) + @('-c', $Check)
        if (Test-Command $Words[0] $Arguments) { return $Words }
    }
}

# An environment without its configuration is but the Python that it was made from.
function Test-Venv {
    $Check = 'import pip, sys; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)'
    return (-not (Test-Path $Unfinished)) -and (Test-Path $Python) -and
        (Test-Command $Python @('-c', $Check))
}

# Renamed first: what is interrupted in the middle of a deletion must not look like an environment.
function Remove-Venv {
    if (Test-Path "$Venv.old") { Remove-Item -Recurse -Force "$Venv.old" }
    if (Test-Path $Venv) {
        Move-Item $Venv "$Venv.old"
        Remove-Item -Recurse -Force "$Venv.old"
    }
}

function Initialize-Venv {
    if (Test-Venv) { return }
    $Found = @(Find-Python)
    if (-not $Found) {
        Stop-SetUp 'Kairo needs Python 3.11 or newer, and there is none' `
            'run: winget install Python.Python.3.12, or set KAIRO_PYTHON to one'
    }
    Assert-Room $Root 1500 'the Python environment'
    Remove-Venv
    New-Item -ItemType Directory -Force $Venv | Out-Null
    New-Item -ItemType File -Force $Unfinished | Out-Null
    $Arguments = @($Found | Select-Object -Skip 1) + @('-m', 'venv', $Venv)
    if (-not (Invoke-Logged 'making .venv' $Found[0] $Arguments)) {
        Stop-SetUp "the virtual environment $Venv could not be made" `
            "see $Log, then run the same command again"
    }
}

# --- llama-cpp-python, compiled for this machine ------------------------------------------------

function Get-EngineVersion {
    $Line = Select-String -Path (Join-Path $Root 'pyproject.toml') -Pattern 'llama-cpp-python==([0-9.]+)'
    return $Line.Matches[0].Groups[1].Value
}

function Get-Accelerator {
    if ((Get-Command nvcc -ErrorAction SilentlyContinue) -and (Test-Command nvidia-smi @('-L'))) {
        return 'cuda'
    }
    return 'cpu'
}

function Test-Compiler {
    $Where = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    if (-not (Test-Path $Where)) { return $false }
    $Found = & $Where -products '*' -latest -property installationPath `
        -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64
    return [bool]$Found
}

# What a wheel is good for: version, accelerator, Python and CPU.
function Get-WheelFolder([string]$Flavor, [string]$Kind) {
    $Abi = & $Python -c "import sys; print('cp%d%d' % sys.version_info[:2])"
    $Cpu = $env:PROCESSOR_IDENTIFIER -replace '[^A-Za-z0-9]', ''
    return Join-Path $Shelf "llama-$(Get-EngineVersion)-$Kind-$Abi-$Cpu-$Flavor"
}

# Builds one flavor into its folder on the shelf; false when the build fails.
function New-Wheel([string]$Flavor, [string]$Kind, [string]$Folder) {
    if (-not (Test-Compiler)) {
        Stop-SetUp 'a C++ compiler is missing, to build the language engine' `
            'run: winget install Microsoft.VisualStudio.2022.BuildTools, and choose "Desktop development with C++"'
    }
    Assert-Room $env:TEMP 1000 'building the language engine'
    $Part = "$Folder.part"
    if (Test-Path $Part) { Remove-Item -Recurse -Force $Part }
    New-Item -ItemType Directory -Force $Part | Out-Null
    $Flags = '-DLLAVA_BUILD=OFF'
    if ($Kind -eq 'cuda') { $Flags += ' -DGGML_CUDA=ON' }
    if ($Flavor -eq 'native') { $Flags += ' -DGGML_NATIVE=ON' }
    else { $Flags += ' -DGGML_NATIVE=OFF -DGGML_AVX512=OFF' }
    $env:CMAKE_ARGS = $Flags
    $Version = Get-EngineVersion
    $Arguments = @('-m', 'pip', 'wheel', '-v', '--no-deps', '--no-cache-dir', '--no-binary',
        'llama-cpp-python', '--wheel-dir', $Part, "llama-cpp-python==$Version")
    $What = "building llama-cpp-python $Version for $Kind, flavor ${Flavor}: ten minutes or more, once"
    if (-not (Invoke-Logged $What $Python $Arguments)) { return $false }
    if (Test-Path $Folder) { Remove-Item -Recurse -Force $Folder }
    Move-Item $Part $Folder
    return $true
}

function Install-Kairo {
    Assert-Room $Root 800 'the Python packages'
    $Arguments = @('-m', 'pip', 'install', '--editable', $Root)
    if (-not (Invoke-Logged 'installing the Python packages and Kairo' $Python $Arguments)) {
        Stop-SetUp 'the Python packages could not be fetched' `
            "check the connection to the package index (details: $Log), then run the same command again" 6
    }
}

# Builds, installs and tries one flavor; true when it decodes in a child process.
function Install-Flavor([string]$Flavor, [string]$Kind) {
    $Folder = Get-WheelFolder $Flavor $Kind
    if (Test-Path (Join-Path $Folder 'died')) { return $false }
    if (-not (Test-Path (Join-Path $Folder '*.whl'))) {
        if (-not (New-Wheel $Flavor $Kind $Folder)) { return $false }
    }
    $Wheel = @(Get-ChildItem (Join-Path $Folder '*.whl'))[0].FullName
    $Arguments = @('-m', 'pip', 'install', '--no-index', '--no-deps', '--force-reinstall', $Wheel)
    if (-not (Invoke-Logged 'installing the language engine' $Python $Arguments)) {
        Stop-SetUp 'the language engine could not be installed' "see $Log"
    }
    Install-Kairo
    if (Test-Path (Join-Path $Folder 'proven')) { return $true }
    $Decodes = Invoke-Logged 'trying the language engine' $Python @('-m', 'kairo_desktop.llama.selftest')
    $Mark = if ($Decodes) { 'proven' } else { 'died' }
    New-Item -ItemType File -Force (Join-Path $Folder $Mark) | Out-Null
    return $Decodes
}

function Install-Engine([string]$Kind) {
    if (Install-Flavor 'native' $Kind) { return }
    Say "the $Kind build for exactly this CPU does not work here; once more, with safer flags"
    if (Install-Flavor 'safe' $Kind) { return }
    if ($Kind -eq 'cuda') {
        Say 'the GPU build does not work here either; building for the CPU'
        Install-Engine 'cpu'
        return
    }
    Stop-SetUp 'the language engine could not be built' `
        "send the end of $Log with a report; installers\run.ps1 -Rebuild tries from scratch"
}

# --- from a bare machine to a Kairo that works --------------------------------------------------

# What a finished environment was made from; anything else sets up again.
function Get-SetUpKey {
    $Files = (Join-Path $Root 'pyproject.toml'), $PSCommandPath
    return ((Get-FileHash $Files).Hash -join '') + $Root + $env:PROCESSOR_IDENTIFIER
}

function Install-Everything {
    $Stamp = Join-Path $Venv '.kairo'
    $Key = Get-SetUpKey
    $Known = if (Test-Path $Stamp) { Get-Content -Raw $Stamp } else { '' }
    if (-not $Rebuild -and (Test-Venv) -and "$Known".Trim() -eq $Key) { return }
    if ($Rebuild) { Remove-Item -Recurse -Force (Join-Path $Shelf '*') }
    Say '[1/2] Python environment in .venv'
    Initialize-Venv
    if (Test-Path $Stamp) { Remove-Item -Force $Stamp }
    Say '[2/2] language engine and packages'
    Install-Engine (Get-Accelerator)
    Set-Content $Stamp $Key
    if (Test-Path $Unfinished) { Remove-Item -Force $Unfinished }
    Say "Kairo is installed: $(Join-Path $Venv 'Scripts\kairo.exe')"
}

try {
    New-Item -ItemType Directory -Force $Shelf, $Logs | Out-Null
}
catch {
    Stop-SetUp "the folder $Cache cannot be written" 'mend its rights' 7
}
$OneAtATime = [Threading.Mutex]::new($false, 'Local\kairo-set-up')
try {
    if (-not $OneAtATime.WaitOne(0)) {
        Say 'another set-up is at work; waiting for it'
        $OneAtATime.WaitOne() | Out-Null
    }
}
catch [Threading.AbandonedMutexException] {
    Say 'an earlier set-up broke off; going on'
}
try { Install-Everything }
finally { $OneAtATime.ReleaseMutex() }

if (-not $Verb) { $Verb = @('answer') }
if ($Verb[0] -notin 'models', 'doctor', '-h', '--help', '--version') {
    & $Python -m kairo_desktop models pull --default
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
}
& $Python -m kairo_desktop @Verb
exit $LASTEXITCODE

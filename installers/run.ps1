# Sets Kairo up on Windows and starts it:
#   installers\run.ps1                    answers the bundled sample interview
#   installers\run.ps1 answer my.wav      any verb of kairo
#   installers\run.ps1 -Rebuild doctor    builds the language engine from scratch first
# Safe to repeat and to interrupt. The compiled engine and the models lie outside the checkout.
param(
    [switch]$Rebuild,
    [Parameter(ValueFromRemainingArguments = $true)][string[]]$Verb
)
Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'

$Root = Split-Path -Parent $PSScriptRoot
$Venv = Join-Path $Root '.venv'
$Python = Join-Path $Venv 'Scripts\python.exe'
$Cache = Join-Path $env:LOCALAPPDATA 'kairo\Cache'
$Shelf = Join-Path $Cache 'wheels'
$Log = Join-Path $Cache 'setup.log'

function Say([string]$Words) { [Console]::Error.WriteLine("kairo set-up: $Words") }

# What is wrong, the cure, the exit code of its class.
function Stop-SetUp([string]$What, [string]$Cure, [int]$Code = 1) {
    Say "$What -> $Cure"
    exit $Code
}

# Runs a command with its words in the log; true when it succeeded.
function Invoke-Logged([string]$What, [string]$Command, [string[]]$Arguments) {
    Say $What
    & $Command @Arguments *>> $Log
    return $LASTEXITCODE -eq 0
}

function Find-Python {
    foreach ($Version in '3.13', '3.12', '3.11') {
        & py "-$Version" -c 'import venv' 2>$null
        if ($LASTEXITCODE -eq 0) { return "-$Version" }
    }
    return $null
}

function Initialize-Venv {
    if (Test-Path $Python) {
        & $Python -c 'import pip' 2>$null
        if ($LASTEXITCODE -eq 0) { return }
        Remove-Item -Recurse -Force $Venv
    }
    if (-not (Get-Command py -ErrorAction SilentlyContinue)) {
        Stop-SetUp 'Python is missing' 'install Python 3.12 from python.org, with the py launcher'
    }
    $Version = Find-Python
    if (-not $Version) {
        Stop-SetUp 'Kairo needs Python 3.11 or newer' 'install Python 3.12 from python.org'
    }
    if (-not (Invoke-Logged 'making .venv' 'py' @($Version, '-m', 'venv', $Venv))) {
        Stop-SetUp "the virtual environment $Venv could not be made" "see $Log"
    }
}

function Get-EngineVersion {
    $Line = Select-String -Path (Join-Path $Root 'pyproject.toml') -Pattern 'llama-cpp-python==([0-9.]+)'
    return $Line.Matches[0].Groups[1].Value
}

function Get-Accelerator {
    if ((Get-Command nvcc -ErrorAction SilentlyContinue) -and
        (Get-Command nvidia-smi -ErrorAction SilentlyContinue)) {
        & nvidia-smi -L *> $null
        if ($LASTEXITCODE -eq 0) { return 'cuda' }
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

function Install-Kairo {
    $Arguments = @('-m', 'pip', '--disable-pip-version-check', 'install', '--no-input', '--editable', $Root)
    if (-not (Invoke-Logged 'installing Kairo and what it needs' $Python $Arguments)) {
        Stop-SetUp 'the Python packages could not be installed' `
            "check the connection to the package index (details: $Log), then run the same command again" 6
    }
}

# Builds one flavor, installs and tries it; true when it decodes.
function Install-Flavor([string]$Flavor, [string]$Kind) {
    $Version = Get-EngineVersion
    $Cpu = $env:PROCESSOR_IDENTIFIER -replace '[^A-Za-z0-9]', ''
    $Folder = Join-Path $Shelf "llama-$Version-$Kind-$Cpu-$Flavor"
    if (Test-Path (Join-Path $Folder 'died')) { return $false }
    if (-not (Test-Path (Join-Path $Folder '*.whl'))) {
        if (-not (Test-Compiler)) {
            Stop-SetUp 'a C++ compiler is missing, to build the language engine' `
                'run: winget install Microsoft.VisualStudio.2022.BuildTools, and choose "Desktop development with C++"'
        }
        $Part = "$Folder.part"
        if (Test-Path $Part) { Remove-Item -Recurse -Force $Part }
        New-Item -ItemType Directory -Force $Part | Out-Null
        $Flags = '-DLLAVA_BUILD=OFF'
        if ($Kind -eq 'cuda') { $Flags += ' -DGGML_CUDA=ON' }
        if ($Flavor -eq 'native') { $Flags += ' -DGGML_NATIVE=ON' }
        else { $Flags += ' -DGGML_NATIVE=OFF -DGGML_AVX512=OFF' }
        $env:CMAKE_ARGS = $Flags
        $Arguments = @('-m', 'pip', '--disable-pip-version-check', 'wheel', '-v', '--no-input', '--no-deps',
            '--no-cache-dir', '--no-binary', 'llama-cpp-python', '--wheel-dir', $Part, "llama-cpp-python==$Version")
        if (-not (Invoke-Logged "building llama-cpp-python $Version for $Kind, flavor $Flavor" $Python $Arguments)) {
            return $false
        }
        if (Test-Path $Folder) { Remove-Item -Recurse -Force $Folder }
        Move-Item $Part $Folder
    }
    $Wheel = (Get-ChildItem (Join-Path $Folder '*.whl'))[0].FullName
    $Arguments = @('-m', 'pip', '--disable-pip-version-check', 'install', '--no-input', '--no-deps', '--force-reinstall', $Wheel)
    if (-not (Invoke-Logged 'installing the language engine' $Python $Arguments)) { return $false }
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
    Stop-SetUp 'the language engine could not be built' "send the end of $Log with a report"
}

New-Item -ItemType Directory -Force $Shelf | Out-Null
$Stamp = Join-Path $Venv '.kairo'
$Key = (Get-FileHash (Join-Path $Root 'pyproject.toml')).Hash + (Get-FileHash $PSCommandPath).Hash
$IsSetUp = (Test-Path $Stamp) -and (Get-Content $Stamp) -eq $Key -and (Test-Path $Python)
if ($Rebuild -and (Test-Path $Shelf)) { Remove-Item -Recurse -Force (Join-Path $Shelf '*') }
if ($Rebuild -or -not $IsSetUp) {
    Initialize-Venv
    Install-Engine (Get-Accelerator)
    Set-Content $Stamp $Key
    Say 'Kairo is installed'
}
if (-not $Verb) { $Verb = @('answer') }
if ($Verb[0] -notin 'models', 'doctor', '-h', '--help', '--version') {
    & $Python -m kairo_desktop models pull --default
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
}
& $Python -m kairo_desktop @Verb
exit $LASTEXITCODE

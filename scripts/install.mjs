// Runs before `npm start` and `npm test`, on Node 18 or newer and before anything is installed: installs the packages of the lock file
// if it has changed since the last time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const lock = path.join(root, 'package-lock.json')
const modules = path.join(root, 'node_modules')
const marker = path.join(modules, '.signet-installed')
const wanted = createHash('sha256')
  .update(readFileSync(lock))
  .update(process.platform)
  .update(process.arch)
  .digest('hex')

const isInstalled = existsSync(marker) && readFileSync(marker, 'utf8') === wanted
if (!isInstalled) {
  console.error('Installing packages …')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // npm sets its own path; if this script is run without npm, the one on the PATH is used.
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    console.error('The packages could not be installed; see above.')
    process.exit(1)
  }
  writeFileSync(marker, wanted)
}

const own = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
if (!existsSync(own) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `There is no packaged Node for ${process.platform}-${process.arch}; install Node 24 or newer (this is ${process.versions.node}).`,
  )
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const web = path.join(root, 'apps/web')
const marker = path.join(web, 'dist/.built-from')

/** A hash of all sources of the portal. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const places = [
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'apps/web/portal-contract.ts',
    'packages/contract/src',
    'package-lock.json',
  ]
  for (const place of places) addTo(hash, path.join(root, place))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, place: string): void {
  if (fs.statSync(place).isDirectory()) {
    for (const name of fs.readdirSync(place).toSorted()) addTo(hash, path.join(place, name))
    return
  }
  hash.update(path.relative(root, place)).update(fs.readFileSync(place))
}

/**
 * Builds the portal unless the existing build was made from the same sources.
 *
 * @returns false when the build failed; the bundler has printed its messages
 */
export function buildPortal(): boolean {
  const wanted = sourcesHash()
  if (fs.existsSync(marker) && fs.readFileSync(marker, 'utf8') === wanted) return true
  console.error('Building the portal …')
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
      // A test runner sets NODE_ENV=test, for which React uses its development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) return false
  fs.writeFileSync(marker, wanted)
  return true
}

// `npm run build`
if (import.meta.main && !buildPortal()) process.exitCode = 1

#!/usr/bin/env node
// Runs on whatever Node is there and hands over to Node 24, which runs TypeScript as it is.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const wantedMajor = 24
if (Number(process.versions.node.split('.')[0]) >= wantedMajor) {
  const { main } = await import('../src/cli.ts')
  await main(process.argv.slice(2))
} else {
  const own = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
  if (!existsSync(own)) {
    console.error(
      `Signet needs Node ${wantedMajor} or newer. Run "npm ci" in the project, or install Node ${wantedMajor}.`,
    )
    process.exit(1)
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; anything else is passed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

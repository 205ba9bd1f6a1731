// `npm start`: builds the portal if its sources have changed, then serves it with the demo loaded.
import { buildPortal } from './build-portal.ts'

if (!buildPortal()) {
  console.error('The portal could not be built; see above.')
  process.exit(1)
}
process.env['SIGNET_DEMO'] ??= '1'
// A person reads the output, so requests are not logged by default. SIGNET_LOG=info logs them.
process.env['SIGNET_LOG'] ??= 'warn'
const { main } = await import('../apps/command-line/src/cli.ts')
await main(['serve', ...process.argv.slice(2)])

// `npm start`: builds the portal when its sources changed, then serves with the demo loaded.
import { buildPortal } from './build-portal.ts'

if (!buildPortal()) {
  console.error('The portal could not be built; see above.')
  process.exit(1)
}
process.env['SIGNET_DEMO'] ??= '1'
// A person watches: requests need not scroll by. SIGNET_LOG=info shows them.
process.env['SIGNET_LOG'] ??= 'warn'
const { main } = await import('../apps/server/src/commands/cli.ts')
await main(['serve', ...process.argv.slice(2)])

// `npm run fakenet`: a local internet on loopback addresses (docs/fakenet.md). Prints the settings that make Signet use it.
import { startControl } from '@signet/connectors/test/fakenet/control'
import { demoHosts } from '@signet/connectors/test/fakenet/demo-hosts'
import { startFakenet } from '@signet/connectors/test/fakenet/fakenet'

const controlPort = 3080

const net = await startFakenet()
for (const [name, host] of Object.entries(demoHosts)) net.setHost(name, host)
const control = await startControl(net, Number(process.env['FAKENET_PORT'] ?? controlPort))
console.log(`A local internet runs on this machine; its controls are at ${control.url}/state.`)
console.log('In another terminal, start Signet with these settings:\n')
for (const [name, value] of Object.entries(net.environment())) console.log(`export ${name}='${value}'`)
console.log('npm start')

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
process.once('SIGINT', () => stop())
process.once('SIGTERM', () => stop())
await stopped
await Promise.all([control.close(), net.close()])

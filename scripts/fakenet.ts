// `npm run fakenet`: a local internet on loopback addresses (docs/fakenet.md). Prints the settings that make Signet use it.
import { startControl } from '@signet/connectors/test/fakenet/control'
import { demoHosts, storyHost } from '@signet/connectors/test/fakenet/demo-hosts'
import { startFakenet } from '@signet/connectors/test/fakenet/fakenet'
import { playTakedown } from '@signet/connectors/test/fakenet/takedown-story'

const controlPort = 3080

const speed = Number(process.env['FAKENET_SPEED'] ?? 1)
if (!(speed > 0)) throw new Error('FAKENET_SPEED must be a positive number, e.g. 60')
const net = await startFakenet({ speed })
for (const [name, host] of Object.entries(demoHosts)) net.setHost(name, host)
playTakedown(net, storyHost)
// Signet finds the hosts as it would find real ones; it only needs to be there when their certificates are issued.
const announced = new Set<string>()
net.onReader(() => {
  for (const name of net.hosts.keys()) if (!announced.has(name)) net.announce(name)
  for (const name of net.hosts.keys()) announced.add(name)
})
const control = await startControl(net, Number(process.env['FAKENET_PORT'] ?? controlPort))
console.log(`A local internet runs on this machine; its controls are at ${control.url}/state.`)
if (speed !== 1) console.log(`Its time runs ${speed} times faster: an hour takes ${Math.round(3600 / speed)} s.`)
console.log('In another terminal, start Signet with these settings:\n')
for (const [name, value] of Object.entries(net.environment())) console.log(`export ${name}='${value}'`)
console.log('npm start')

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
process.once('SIGINT', () => stop())
process.once('SIGTERM', () => stop())
await stopped
await Promise.all([control.close(), net.close()])

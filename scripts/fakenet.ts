// `npm run fakenet`: a local internet on loopback addresses (docs/fakenet.md). Prints the settings that make Signet use it.
import { startControl } from '@signet/connectors/test/fakenet/control'
import { announceHosts, startDemoInternet } from '@signet/connectors/test/fakenet/demo-internet'
import { becomesReady, reportScams, setDemoMailbox, switchConnectorsOn } from './set-up-demo.ts'

const controlPort = 3080

/** A takedown with a watch of seven days then ends within two minutes. */
const usualSpeed = 7200
const speed = Number(process.env['FAKENET_SPEED'] ?? usualSpeed)
if (!Number.isInteger(speed) || speed < 1) throw new Error('FAKENET_SPEED must be a whole number, e.g. 60')
const net = await startDemoInternet(speed)
const control = await startControl(net, Number(process.env['FAKENET_PORT'] ?? controlPort))
console.log(`A local internet runs on this machine; its controls are at ${control.url}/state.`)
if (speed !== 1) console.log(`Its time runs ${speed} times faster: a day takes ${Math.round(86_400 / speed)} s.`)
console.log('In another terminal, start Signet with these settings:\n')
for (const [name, value] of Object.entries(net.environment())) console.log(`export ${name}='${value}'`)
console.log('npm start')

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
process.once('SIGINT', () => stop())
process.once('SIGTERM', () => stop())
const stopping = new AbortController()
const origin = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const outcomeOf = (done: string, failed: string) =>
  [
    (isSet: boolean) => isSet && console.log(`\nThe demo at ${origin} ${done}.`),
    (error: unknown) => console.error(`\nThe demo at ${origin} ${failed}: ${String(error)}`),
  ] as const
const connecting = Promise.all([
  becomesReady(origin, stopping.signal).then((isReady) => isReady && announceHosts(net)),
  setDemoMailbox(origin, net.mailbox.account, stopping.signal).then(
    ...outcomeOf('reads the replies of providers from a mailbox', 'reads no replies of providers'),
  ),
  switchConnectorsOn(origin, stopping.signal).then(
    ...outcomeOf('collects from all platforms', 'does not collect from platforms'),
  ),
  reportScams(origin, stopping.signal).then(
    ...outcomeOf('takes reports of the public', 'takes no reports of the public'),
  ),
])
await stopped
stopping.abort()
await Promise.all([connecting, control.close(), net.close()])

import { demoHosts, ownDomain, storyHost } from './demo-hosts.ts'
import { startFakenet, type Fakenet } from './fakenet.ts'
import { playTakedown } from './takedown-story.ts'

/** Announces the certificates of all hosts again: a demo may have read the first ones before it had companies. */
export function announceHosts(net: Fakenet): void {
  for (const name of net.hosts.keys()) net.announce(name)
}

/** The own domain of the first company of the demo, and what is wrong with it. */
function addOwnHosts(net: Fakenet): void {
  const brand = { brand: 'Meridian Bank', shows: 'missing', provider: 'copperline' } as const
  net.setHost(ownDomain, brand)
  net.setHost(`vpn.${ownDomain}`, brand)
  // Email goes to a server that is gone, and everybody may send it.
  net.setRecords(ownDomain, { mx: [[10, 'mx.closed-mail.example']], txt: ['v=spf1 +all'] })
  net.setRecords(`old.${ownDomain}`, { cname: ['meridian.closed-hosting.example'] })
}

/** Starts a local internet with the hosts and the story that `npm run fakenet` shows. */
export async function startDemoInternet(speed: number): Promise<Fakenet> {
  const net = await startFakenet({ speed })
  for (const [name, host] of Object.entries(demoHosts)) net.setHost(name, host)
  addOwnHosts(net)
  playTakedown(net, storyHost)
  // Signet finds the hosts as it would find real ones; it only needs to be there when their certificates are issued.
  const announced = new Set<string>()
  net.onReader(() => {
    for (const name of net.hosts.keys()) if (!announced.has(name)) net.announce(name)
    for (const name of net.hosts.keys()) announced.add(name)
  })
  return net
}

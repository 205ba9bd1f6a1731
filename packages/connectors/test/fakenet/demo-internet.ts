import { demoHosts, storyHost } from './demo-hosts.ts'
import { startFakenet, type Fakenet } from './fakenet.ts'
import { playTakedown } from './takedown-story.ts'

/** Announces the certificates of all hosts again: a demo may have read the first ones before it had companies. */
export function announceHosts(net: Fakenet): void {
  for (const name of net.hosts.keys()) net.announce(name)
}

/** Starts a local internet with the hosts and the story that `npm run fakenet` shows. */
export async function startDemoInternet(speed: number): Promise<Fakenet> {
  const net = await startFakenet({ speed })
  for (const [name, host] of Object.entries(demoHosts)) net.setHost(name, host)
  playTakedown(net, storyHost)
  // Signet finds the hosts as it would find real ones; it only needs to be there when their certificates are issued.
  const announced = new Set<string>()
  net.onReader(() => {
    for (const name of net.hosts.keys()) if (!announced.has(name)) net.announce(name)
    for (const name of net.hosts.keys()) announced.add(name)
  })
  return net
}

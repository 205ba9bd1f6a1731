import type { PlacedHost } from './fakenet.ts'

/** The host whose takedown takes its course, see `playTakedown`. */
export const storyHost = 'meridianbank-signin.example'

/** The own domain of the first company of the demo. */
export const ownDomain = 'meridianbank.example'

/** The hosts of the local internet: impostors of the companies of the demo, and pages of theirs that are not. */
export const demoHosts: Record<string, Omit<PlacedHost, 'name'>> = {
  [storyHost]: { brand: 'Meridian Bank', shows: 'login', provider: 'copperline' },
  'meridianpay-unlock.example': { brand: 'MeridianPay', shows: 'cloaked', provider: 'northgate' },
  'secure-kestrelrail.example': { brand: 'Kestrel Rail', shows: 'login', provider: 'frontline' },
  'larkspurlottery-prize.example': {
    brand: 'Larkspur Lottery',
    shows: 'redirecting',
    leadsTo: storyHost,
    provider: 'northgate',
  },
  'meridianbank-login.test': { brand: 'Meridian Bank', shows: 'hidden', provider: 'northgate' },
  'kestrelrail-tickets.example': { brand: 'Kestrel Rail', shows: 'parked', provider: 'copperline' },
}

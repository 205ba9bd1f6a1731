import { once } from 'node:events'
import { createServer } from 'node:net'

/** A company of the local internet that carries hosts: a network with an address on this machine. */
export interface Provider {
  name: string
  /** On Linux all of 127.0.0.0/8 is this machine, so each network has its own address. */
  address: string
  cidr: string
  asn: number
  abuse: string
  /** The `Server` header of its web servers. */
  server: string
}

/** All are invented, except for the header of the content delivery network: it is what one is recognised by. */
export const providers = {
  copperline: {
    name: 'Copperline Hosting',
    address: '127.20.1.10',
    cidr: '127.20.1.0/24',
    asn: 64_510,
    abuse: 'abuse@copperline-hosting.example',
    server: 'nginx',
  },
  northgate: {
    name: 'Northgate Servers',
    address: '127.20.2.10',
    cidr: '127.20.2.0/24',
    asn: 64_509,
    abuse: 'abuse@northgate-servers.example',
    server: 'Apache',
  },
  frontline: {
    name: 'Frontline CDN',
    address: '127.20.3.10',
    cidr: '127.20.3.0/24',
    asn: 64_508,
    abuse: 'abuse@frontline-cdn.example',
    server: 'cloudflare',
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof providers

/** The registrar of all domains, and its desk for complaints. */
export const registrar = { name: 'Harbor Registrar', ianaId: '9999', abuse: 'abuse@harbor-registrar.example' }

/**
 * The providers with an address that this machine has: systems other than Linux often have 127.0.0.1 only, and all providers share it.
 */
export async function placedProviders(): Promise<Record<ProviderName, Provider>> {
  const { copperline, northgate, frontline } = providers
  return {
    copperline: await placed(copperline),
    northgate: await placed(northgate),
    frontline: await placed(frontline),
  }
}

async function placed(provider: Provider): Promise<Provider> {
  const probe = createServer()
  try {
    probe.listen(0, provider.address)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return provider
  } catch {
    // The address isn't one of this machine.
    return { ...provider, address: '127.0.0.1', cidr: '127.0.0.0/24' }
  }
}

/** A proxy that captures leave by, so that a page that only answers visitors of one country shows its content. */
export interface Exit {
  /** A country code of ISO 3166-1, e.g. `DE`, or another name chosen by the operator. */
  label: string
  host: string
  port: number
  /** The value of Proxy-Authorization, if the proxy requires one. */
  authorization?: string
}

/**
 * Reads a list of exits, e.g. `DE=http://user:password@proxy.example:3128,IN=http://10.1.2.3:8080`.
 *
 * @returns null if an entry is not `label=http://host:port`
 */
export function readExits(setting: string): Exit[] | null {
  const exits: Exit[] = []
  for (const entry of setting.split(',').filter((text) => text.trim() !== '')) {
    const [, label, address = ''] = /^\s*([\w-]{1,20})=(\S+)\s*$/.exec(entry) ?? []
    const url = URL.canParse(address) ? new URL(address) : null
    if (label === undefined || url?.protocol !== 'http:' || url.pathname !== '/') return null
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    exits.push({
      label,
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(url.port || 80),
      ...(url.username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    })
  }
  return exits
}

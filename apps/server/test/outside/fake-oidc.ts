import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

/** A person of the provider, by the email address they sign in with. */
export interface OidcPerson {
  email?: string
  email_verified?: boolean
  name?: string
  sub?: string
}
export interface FakeOidc {
  issuer: string
  /** As `host:port`, for the list of exceptions. */
  address: string
  people: Map<string, OidcPerson>
  /** Signs in at the provider like a person, up to the URL that the browser is redirected to. */
  signIn(startUrl: string): Promise<string>
}

export const clientId = 'signet'
export const clientSecret = 'a secret of the client'

/** A real OpenID provider on this machine that signs in the person named by the login hint. */
export async function startOidcProvider(redirectUri: string): Promise<FakeOidc> {
  const people = new Map<string, OidcPerson>()
  let provider: Provider | null = null
  const server = http.createServer((request, response) => {
    if (!provider) throw new Error('not ready')
    if (!request.url?.startsWith('/interaction/')) {
      void provider.callback()(request, response)
      return
    }
    const own = provider
    void own.interactionDetails(request, response).then((details) => {
      const hint = String(details.params['login_hint'])
      const person = people.get(hint)
      const result = person ? { login: { accountId: person.sub ?? hint } } : { error: 'access_denied' }
      return own.interactionFinished(request, response, result)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${address}`
  provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key for the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => {
        const known = people.get(accountId) ?? [...people.values()].find(({ sub }) => sub === accountId)
        return { ...known, sub: accountId }
      },
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    issuer,
    address,
    people,
    async signIn(startUrl) {
      const cookies = new Map<string, string>()
      let url = startUrl
      for (let hop = 0; hop < 10; hop += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
          cookies.set(name, value)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`)
        url = new URL(next, url).href
        if (url.startsWith(redirectUri)) return url
      }
      throw new Error('The provider goes round in circles')
    },
  }
}

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A mailbox behind an IMAP server on 127.0.0.1 (RFC 9051; the commands of a reader), and what goes wrong with it. */
export interface FakeImap {
  port: number
  /** `host:port`. */
  address: string
  /** Puts an email into the folder and announces it. @returns its number */
  add(message: string | Buffer, receivedAt?: Date): number
  remove(uid: number): void
  /** Gives the folder another UIDVALIDITY and every email another number, and ends the connections. */
  renumber(): void
  /** Ends the connections without a word. */
  drop(): void
  /** What goes wrong; change it at any time. */
  faults: ImapFaults
  /** How access tokens are taken; change it at any time. */
  oauth: ImapOAuth
  /** The commands so far, without tags and passwords. */
  commands: readonly string[]
  /** Connections that are open now, and so far. */
  connections(): { open: number; total: number }
  /** Calls the function with the number of each email that is fetched, before it is sent. */
  onFetch(listener: (uid: number) => void): void
  close(): Promise<void>
}

/** How a server takes access tokens instead of passwords. */
export interface ImapOAuth {
  /** The way it offers (RFC 7628, or that of Google and Microsoft); null takes the password only. */
  mechanism: 'OAUTHBEARER' | 'XOAUTH2' | null
  /** Whether the token may come with the command (RFC 4959). */
  hasInitialResponse: boolean
  /** The tokens that it accepts. */
  tokens: Set<string>
}

/** Faults of a server. */
export interface ImapFaults {
  /** The server doesn't know IDLE. */
  isWithoutIdle: boolean
  /** It refuses the account. */
  refusesLogin: boolean
  /** How many more logins it postpones (RFC 5530, LIMIT). */
  loginsLimited: number
  /** How many more requests for an email it answers with the time after which it may be asked again, in ms. */
  throttled: number
  /** It answers requests for these with NO. */
  refused: Set<number>
  /** It ends the connection in the middle of these. */
  dropped: Set<number>
  /** It sends everything in pieces of so many bytes; 0 for all at once. */
  pieceBytes: number
  /** It ignores which part of an email was requested. */
  sendsAll: boolean
}

interface Stored {
  uid: number
  bytes: Buffer
  receivedAt: Date
}

/** The account that it knows. */
export const fakeImapAccount = { user: 'takedowns', password: 'a mailbox password', folder: 'INBOX' } as const

export async function startFakeImap(): Promise<FakeImap> {
  let mails: Stored[] = []
  let [validity, next] = [1, 1]
  let total = 0
  const faults: ImapFaults = {
    isWithoutIdle: false,
    refusesLogin: false,
    loginsLimited: 0,
    throttled: 0,
    refused: new Set(),
    dropped: new Set(),
    pieceBytes: 0,
    sendsAll: false,
  }
  const oauth: ImapOAuth = { mechanism: null, hasInitialResponse: true, tokens: new Set() }
  const sessions = new Set<Session>()
  const commands: string[] = []
  const listeners: ((uid: number) => void)[] = []
  const folder = {
    mails: () => mails,
    validity: () => validity,
    next: () => next,
    faults,
    oauth,
    note: (command: string) => void commands.push(command),
    fetching: (uid: number) => listeners.forEach((listener) => listener(uid)),
  }
  const server = createServer((socket) => {
    total += 1
    const session = new Session(socket, folder)
    sessions.add(session)
    socket.on('close', () => sessions.delete(session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : 0
  const drop = () => sessions.forEach((session) => session.end())
  return {
    port,
    address: `127.0.0.1:${port}`,
    add(message, receivedAt = new Date()) {
      const uid = next
      next += 1
      mails.push({ uid, bytes: Buffer.from(message), receivedAt })
      for (const session of sessions) session.announce(mails.length)
      return uid
    },
    remove(uid) {
      mails = mails.filter((mail) => mail.uid !== uid)
    },
    renumber() {
      validity += 1
      mails = mails.map((mail, at) => ({ ...mail, uid: at + 1 }))
      next = mails.length + 1
      drop()
    },
    drop,
    faults,
    oauth,
    commands,
    connections: () => ({ open: sessions.size, total }),
    onFetch: (listener) => void listeners.push(listener),
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Folder {
  mails(): readonly Stored[]
  validity(): number
  next(): number
  faults: ImapFaults
  oauth: ImapOAuth
  note(command: string): void
  fetching(uid: number): void
}

const capabilities = (faults: ImapFaults) => `CAPABILITY IMAP4rev1 LITERAL+${faults.isWithoutIdle ? '' : ' IDLE'}`
/** What only matters before signing in. */
const waysIn = ({ mechanism, hasInitialResponse }: ImapOAuth) =>
  mechanism ? ` AUTH=${mechanism} LOGINDISABLED${hasInitialResponse ? ' SASL-IR' : ''}` : ''

/** What a client sends to sign in with a token. */
function oauthMessage(mechanism: 'OAUTHBEARER' | 'XOAUTH2', port: number | undefined, token: string): string {
  const { user } = fakeImapAccount
  const place = mechanism === 'XOAUTH2' ? [`user=${user}`] : [`n,a=${user},`, 'host=127.0.0.1', `port=${port}`]
  return [...place, `auth=Bearer ${token}`, '', ''].join('\u0001')
}

/** One connection. Its answers are written one after the other. */
class Session {
  readonly #socket: Socket
  readonly #folder: Folder
  #pending = ''
  /** Takes the next line of a command that isn't finished. */
  #next: ((line: string) => void) | null = null
  #isOpen = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(socket: Socket, folder: Folder) {
    this.#socket = socket
    this.#folder = folder
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.#pending += chunk.toString('latin1')
      for (let end = this.#pending.indexOf('\r\n'); end >= 0; end = this.#pending.indexOf('\r\n')) {
        const line = this.#pending.slice(0, end)
        this.#pending = this.#pending.slice(end + 2)
        this.#take(line)
      }
    })
    this.#say(`* OK [${capabilities(folder.faults)}${waysIn(folder.oauth)}] ready`)
  }

  end(): void {
    this.#socket.destroy()
  }

  announce(count: number): void {
    if (this.#isOpen) this.#say(`* ${count} EXISTS`)
  }

  #say(text: string | Buffer): void {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(`${text}\r\n`, 'latin1')
    this.#writing = this.#writing.then(() => this.#write(bytes))
  }

  async #write(bytes: Buffer): Promise<void> {
    const size = this.#folder.faults.pieceBytes || bytes.length
    for (let from = 0; from < bytes.length; from += size) {
      if (this.#socket.destroyed) return
      this.#socket.write(bytes.subarray(from, from + size))
      // A turn of the loop, so that the pieces aren't sent as one.
      if (size < bytes.length) await sleep(0)
    }
  }

  #take(line: string): void {
    const next = this.#next
    this.#next = null
    if (next) return next(line)
    const [, tag = '', uidPrefix, verb = '', rest = ''] = /^(\S+) (UID )?(\S+) ?(.*)$/i.exec(line) ?? []
    const name = `${uidPrefix ? 'UID ' : ''}${verb.toUpperCase()}`
    const isSecret = name === 'LOGIN' || name === 'AUTHENTICATE'
    this.#folder.note(isSecret ? name : `${name} ${rest}`.trim())
    const answers: Record<string, (tag: string, rest: string) => void> = {
      CAPABILITY: () => this.#done(tag, `* ${capabilities(this.#folder.faults)}`),
      NOOP: () => this.#done(tag),
      LOGOUT: () => this.#done(tag, '* BYE'),
      LOGIN: () => this.#login(tag, rest),
      LIST: () => this.#done(tag, '* LIST (\\HasNoChildren) "/" "INBOX"'),
      LSUB: () => this.#done(tag, '* LSUB (\\HasNoChildren) "/" "INBOX"'),
      EXAMINE: () => this.#examine(tag, rest),
      AUTHENTICATE: () => this.#authenticate(tag, rest),
      IDLE: () => this.#ask('+ idling', (end) => /^done$/i.test(end) && this.#done(tag)),
      'UID SEARCH': () => this.#search(tag, rest),
      'UID FETCH': () => this.#fetch(tag, rest),
    }
    const answer = answers[name]
    if (answer) answer(tag, rest)
    else this.#say(`${tag} BAD unknown command`)
  }

  #done(tag: string, ...untagged: string[]): void {
    for (const line of untagged) this.#say(line)
    this.#say(`${tag} OK done`)
  }

  /** Sends a line, and waits for the next line of the client. */
  #ask(text: string, next: (line: string) => void): void {
    this.#next = next
    this.#say(text)
  }

  /** Source: RFC 7628, sections 3.1 and 3.2; Google, "IMAP, POP, and SMTP", SASL XOAUTH2. */
  #authenticate(tag: string, rest: string): void {
    const { faults, oauth } = this.#folder
    const { mechanism, hasInitialResponse, tokens } = oauth
    const [name, initial] = rest.split(' ')
    if (mechanism === null || name !== mechanism) return this.#say(`${tag} NO [CANNOT] no such mechanism`)
    const answer = (encoded: string) => {
      const message = Buffer.from(encoded, 'base64').toString()
      const token = [...tokens].find((one) => message === oauthMessage(mechanism, this.#socket.localPort, one))
      if (token !== undefined) return this.#say(`${tag} OK [${capabilities(faults)}] hello`)
      const reason = Buffer.from(JSON.stringify({ status: '401', schemes: 'bearer' })).toString('base64')
      // The client ends a refused exchange: with nothing, or with the octet 1.
      this.#ask(`+ ${reason}`, (end) =>
        this.#say(
          end === (mechanism === 'XOAUTH2' ? '' : 'AQ==')
            ? `${tag} NO [AUTHENTICATIONFAILED] AUTHENTICATE failed.`
            : `${tag} BAD expected the end of the exchange`,
        ),
      )
    }
    if (initial === undefined) this.#ask('+ ', answer)
    else if (hasInitialResponse) answer(initial)
    else this.#say(`${tag} BAD unexpected initial response`)
  }

  #login(tag: string, rest: string): void {
    const { faults, oauth } = this.#folder
    if (oauth.mechanism) return this.#say(`${tag} NO [PRIVACYREQUIRED] passwords are disabled`)
    if (faults.loginsLimited > 0) {
      faults.loginsLimited -= 1
      return this.#say(`${tag} NO [LIMIT] too many connections`)
    }
    const [user, password] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain,
    )
    const isKnown = user === fakeImapAccount.user && password === fakeImapAccount.password && !faults.refusesLogin
    this.#say(isKnown ? `${tag} OK [${capabilities(faults)}] hello` : `${tag} NO [AUTHENTICATIONFAILED] no`)
  }

  #examine(tag: string, rest: string): void {
    if (!/^"?INBOX"?$/i.test(rest)) return this.#say(`${tag} NO [NONEXISTENT] no such folder`)
    this.#isOpen = true
    const { mails, validity, next } = this.#folder
    this.#done(
      tag,
      `* ${mails().length} EXISTS`,
      '* 0 RECENT',
      '* FLAGS (\\Seen)',
      `* OK [UIDVALIDITY ${validity()}] valid`,
      `* OK [UIDNEXT ${next()}] next`,
    )
  }

  #search(tag: string, rest: string): void {
    const [, from = '1', range] = /\bUID (\d+)(:\*)?/.exec(rest) ?? []
    const [, since] = /\bSINCE "?([\w-]+)"?/.exec(rest) ?? []
    const mails = this.#folder.mails()
    const last = mails.at(-1)?.uid ?? 0
    const isWanted = ({ uid, receivedAt }: Stored) =>
      // `n:*` always includes the last one.
      (range ? uid >= Number(from) || uid === last : uid === Number(from)) &&
      (since === undefined || receivedAt.getTime() >= Date.parse(`${since} UTC`))
    this.#done(
      tag,
      `* SEARCH ${mails
        .filter(isWanted)
        .map(({ uid }) => uid)
        .join(' ')}`.trim(),
    )
  }

  #fetch(tag: string, rest: string): void {
    const { faults, mails, fetching } = this.#folder
    const uid = Number(/^\d+/.exec(rest)?.[0])
    const place = mails().findIndex((mail) => mail.uid === uid)
    const mail = mails()[place]
    if (faults.throttled > 0) {
      faults.throttled -= 1
      return this.#say(`${tag} BAD Request is throttled. Suggested Backoff Time: 20 milliseconds`)
    }
    if (faults.refused.has(uid)) return this.#say(`${tag} NO [SERVERBUG] cannot read this message`)
    if (!mail) return this.#done(tag)
    fetching(uid)
    const [, from = '0', max = '0'] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(rest) ?? []
    const bytes = faults.sendsAll ? mail.bytes : mail.bytes.subarray(Number(from), Number(from) + Number(max))
    const head = `* ${place + 1} FETCH (UID ${uid} RFC822.SIZE ${mail.bytes.length} BODY[]<${from}> {${bytes.length}}\r\n`
    this.#say(Buffer.from(head))
    if (faults.dropped.has(uid)) {
      this.#say(bytes.subarray(0, Math.floor(bytes.length / 2)))
      this.#writing = this.#writing.then(() => this.end())
      return
    }
    this.#say(bytes)
    this.#say(')')
    this.#done(tag)
  }
}

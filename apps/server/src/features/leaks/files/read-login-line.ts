/** One parsed line of a combo list. */
export interface LoginLine {
  kind: 'ulp' | 'combo' | 'android' | 'userpass'
  url?: string
  username: string
  password: string
}

const label = String.raw`[\p{L}\p{N}_-]+`
const hostForm = String.raw`(?:(?:${label}\.)+(?:xn--[a-z0-9-]+|\p{L}{2,})\.?|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|localhost)`
const emailForm = String.raw`[^\s:;|,@]+@${hostForm}`
const schemeForm = String.raw`[a-z][a-z0-9+.-]*:\/\/`
const portForm = String.raw`(?::\d{1,5}(?![^/?#]))?`

const email = new RegExp(`^${emailForm}$`, 'iu')
const wholeUrl = new RegExp(
  String.raw`^(?:${schemeForm})?${hostForm}${portForm}(?:[/?#](?:[^:]|:\/\/|(?<=:\/\/${hostForm}):\d{1,5}(?=[/?#]))*)?$`,
  'iu',
)
const urlStart = new RegExp(`^(?:${schemeForm})?${hostForm}(?=[:/?#]|$)`, 'iu')
const schemeUrl = new RegExp(`^${schemeForm}${hostForm}`, 'iu')
const emailStart = new RegExp(`^(${emailForm}):(.*)$`, 'isu')
const userInUrl = new RegExp(String.raw`^(${schemeForm})([^\s:/@]+):([^\s/@]+)@(${hostForm}.*)$`, 'iu')
const appForm = /^(android:\/\/[^@\s]*@[\w.]+\/?)([:;|,\t ])(.*)$/is
const hostAtEnd = new RegExp(String.raw`:\/\/${hostForm}$`, 'iu')
/** A first field before a delimiter with blanks around it, which would otherwise be taken for a field itself. */
const spaced = /^(\S+)[ \t]+([|:;])[ \t]+(.*)$/s
const loginFirst = new RegExp(`^([^\\s:;|,/]+):(.+):((?:https?|ftp):\\/\\/${hostForm}(?:[:/?#].*)?)$`, 'isu')
/** The name of a computer in an internal network has no dot. */
const internalUrl = new RegExp(
  String.raw`^((?:https?|ftp):\/\/${label}(?::\d{1,5}(?=[/:]))?(?:\/[^:]*)?):([^:]+):(.+)$`,
  'isu',
)
const capture = ' | '
/** Maximum number of colons in a path before the login. */
const colonsMax = 3
const portMax = 65_535

/**
 * Parses one line of a list `url:user:password` or `user:password` in any of the delimiters and orders that occur.
 *
 * @param written the line as text; the result is null if it contains no credentials (advertising, rules, only a URL)
 */
export function readLoginLine(written: string): LoginLine | null {
  const line = written.replace(/^\u{FEFF}/u, '').trim()
  if (line === '') return null
  const app = appForm.exec(line)
  if (app) {
    const [, url = '', delimiter = '', rest = ''] = app
    const [username, password] = cut(rest, delimiter)
    return password === null ? null : found('android', username, password, url)
  }
  const apart = readSpaced(line)
  if (apart) return apart
  for (const delimiter of ['\t', '|', ' ']) {
    const read = readFields(line, delimiter)
    if (read) return read
  }
  const plain = line.includes(':') ? readColons(line) : null
  for (const delimiter of [';', ',']) {
    const [first = '', second = ''] = line.split(delimiter)
    if (email.test(first) || (wholeUrl.test(first) && (plain === null || email.test(second)))) {
      const read = readFields(line, delimiter)
      if (read) return read
    }
  }
  return plain ?? readRarer(line)
}

/** Fields separated by a delimiter between blanks. */
function readSpaced(line: string): LoginLine | null {
  const [, first = '', delimiter = '', rest = ''] = spaced.exec(line) ?? []
  if (email.test(first)) {
    const [, password, url] = /^(.*?)(?<![ \t])[ \t]+[|:;][ \t]+((?:https?|ftp):\/\/\S+)$/is.exec(rest) ?? []
    return password === undefined ? found('combo', first, rest) : found('ulp', first, password, url)
  }
  if (!wholeUrl.test(first)) return null
  const [, username = '', password] =
    new RegExp(`^(.*?)(?<![ \\t])[ \\t]+\\${delimiter}[ \\t]+(.*)$`, 's').exec(rest) ?? []
  return password === undefined ? null : found('ulp', username, password, first)
}

/** Forms that are read only if no other fits: a user name that is no email address first, or a host without a dot. */
function readRarer(line: string): LoginLine | null {
  const [, first = '', secret = '', last] = loginFirst.exec(line) ?? []
  if (last !== undefined) return found('ulp', first, secret, last)
  const [, url, username = '', password = ''] = internalUrl.exec(line) ?? []
  return url === undefined ? null : found('ulp', username, password, url)
}

/** Fields separated by a character that can't occur in a URL. */
function readFields(line: string, delimiter: string): LoginLine | null {
  const fields = line.split(delimiter)
  const [first = '', second = ''] = fields
  if (fields.length < 2) return null
  if (email.test(first)) {
    const last = fields.at(-1) ?? ''
    if (fields.length > 2 && schemeUrl.test(last)) return found('ulp', first, fields.slice(1, -1).join(delimiter), last)
    return found('combo', first, fields.slice(1).join(delimiter))
  }
  if (fields.length > 2 && wholeUrl.test(first)) return found('ulp', second, fields.slice(2).join(delimiter), first)
  return null
}

function readColons(line: string): LoginLine | null {
  const mail = emailStart.exec(line)
  if (mail) {
    const [, username = '', rest = ''] = mail
    const [, password = '', url] = /^(.*?):((?:https?|ftp):\/\/.+)$/is.exec(rest) ?? []
    if (url !== undefined && schemeUrl.test(url)) return found('ulp', username, password, url)
    return found('combo', username, rest)
  }
  const hasScheme = schemeUrl.test(line)
  const start = urlStart.exec(line)
  const fields = line.split(':')
  const isPair = !hasScheme && !line.includes('/') && fields.length === 2
  if (start && !isPair) {
    const end = urlEnd(line, start[0].length)
    if (end !== null) {
      const [username, password] = cut(line.slice(end + 1), ':')
      if (password !== null) return username === '' ? null : found('ulp', username, password, line.slice(0, end))
    }
    return readUserInUrl(line)
  }
  if (isPair) {
    const [username, password] = cut(line, ':')
    return username === '' || password === null || /\s/.test(username) ? null : found('userpass', username, password)
  }
  return readUserInUrl(line)
}

function readUserInUrl(line: string): LoginLine | null {
  const [, scheme, username = '', password = '', rest] = userInUrl.exec(line) ?? []
  return scheme === undefined ? null : found('ulp', username, password, `${scheme}${rest}`)
}

/** Where the URL ends: at the colon before the login. */
function urlEnd(line: string, hostEnd: number): number | null {
  let at = hostEnd
  const port = /^:(\d{1,5})(?=([/?#:]))/.exec(line.slice(at))
  if (port && Number(port[1]) >= 1 && Number(port[1]) <= portMax) {
    const after = line.slice(at + port[0].length)
    // Digits before a colon are a port only if two more fields follow; otherwise they are the user name.
    if (port[2] !== ':' || after.split(':').length > 2) at += port[0].length
  }
  const ends: number[] = []
  for (let colon = line.indexOf(':', at); colon !== -1; colon = line.indexOf(':', colon + 1)) {
    if (line.startsWith('://', colon)) continue
    if (hostAtEnd.test(line.slice(at, colon)) && /^:\d{1,5}[/?#]/.test(line.slice(colon, colon + 8))) continue
    ends.push(colon)
    if (ends.length > colonsMax + 1) break
  }
  const [first] = ends
  if (first === undefined) return null
  const loginAt = (end: number) => cut(line.slice(end + 1), ':')[0]
  if (email.test(loginAt(first))) return first
  const later = ends.slice(1).find((end) => email.test(loginAt(end)) && line.slice(first, end).includes('/'))
  return later ?? first
}

function cut(text: string, delimiter: string): [string, string | null] {
  const at = text.indexOf(delimiter)
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + delimiter.length)]
}

/** Removes text that a checker tool appended to the password. */
function found(kind: LoginLine['kind'], username: string, password: string, url?: string): LoginLine {
  const at = password.indexOf(capture)
  return {
    kind,
    username,
    password: at === -1 ? password : password.slice(0, at),
    ...(url === undefined ? {} : { url }),
  }
}

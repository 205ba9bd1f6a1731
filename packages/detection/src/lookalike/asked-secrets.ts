import type { FoundPlace } from '@signet/contract/threats/lookalike-proofs'
import { hostOf } from '../names/host-of.ts'
import { skeletonOf } from '../names/skeleton.ts'
import type { Box, PageField, PageForm, PageView } from './page-view.ts'
import { tagsOf } from './page-tags.ts'

/** What a page can ask for that no stranger should know. */
export type SecretKind = Exclude<FoundPlace['kind'], 'logo' | 'name' | 'qrCode'>

/** A secret that a form of a page asks for. */
export interface AskedSecret {
  kind: SecretKind
  /** What a visitor reads at the field, or its name. */
  label: string
  /** The fields of this kind; null where the capture didn't measure them. */
  box: Box | null
  /** The host that the form is sent to; null for fields outside of a form. */
  sentTo: string | null
}

/* The words are compared as skeletons: in lower case, without accents, and with letters of other scripts replaced by look-alikes. */

const seedWords =
  /\b(?:recovery|seed|secret|backup|mnemonic)\s(?:phrase|words?)|mnemonic|\bseed\b|wiederherstellungs(?:worter|phrase)|geheime worter|frase (?:de|di) recuper|frase semilla|phrase (?:secrete|de recuperation)|frase segreta|fraz[ae] (?:odzyskiwania|seed)|kurtarma (?:kelime|ifade)|herstelzin/
const pinWords =
  /\b(?:[ae]?pin|pin ?(?:code|nummer|number)|pincode|geheimzahl|kart sifresi|kod pin|codigo pin|card pin)\b/
const cardWords =
  /\bcc ?(?:number|num|csc|no)\b|\bcvv|\bcvc\b|\bcard ?(?:number|no|nr)\b|cardnumber|kartennummer|kreditkarte|numero (?:de|da|do|della|de la) (?:tarjeta|carte|carta|cartao)|numer karty|kart numaras|kaartnummer|kortnummer|cryptogramme|prufziffer|kartenprufnummer/
/** Written on the back of a card, or sent by message: the other fields decide. */
const codeOrCardWords =
  /security code|sicherheitscode|codigo de seguri|codigo de seguranca|codice di sicurezza|kod zabezpieczajacy|guvenlik kodu|code de securite/
const oneTimeWords =
  /\b(?:otp|tan|2fa|mfa|totp|smscode|mtan|pushtan)\b|one ?time|\bsms\b|verification code|authenticat(?:or|ion) code|text message|einmal(?:code|kennwort|passwort)|bestatigungscode|code recu|codigo (?:recibido|recebido|de verifica)|codice (?:ricevuto|di verifica)|kod (?:z |weryfikacyjny|jednorazowy)|dogrulama kodu|engangskod/
const passwordWords =
  /pass ?w(?:or[dt]|d)|passcode|passphrase|\bpwd\b|\bpasswd|kennwort|contrasena|\bclave\b|mot de passe|\bparola\b|palavra ?passe|\bsenha\b|\bhaslo\b|\bsifren?i?z?\b|wachtwoord|losenord|adgangskode|salasana|\bheslo\b|jelszo/
/** Words in scripts whose letters are no look-alikes; compared as written. */
const foreignWords: readonly (readonly [SecretKind, RegExp])[] = [
  ['pin', /пин-?код|ПИН|密码锁/i],
  ['card', /номер карты|卡号|カード番号|카드 ?번호|رقم البطاقة/i],
  ['oneTimeCode', /код из (?:смс|sms)|验证码|認証コード|인증 ?번호|رمز التحقق/i],
  ['seedPhrase', /助记词|сид-?фраз|секретн\S+ фраз/i],
  ['password', /пароль|密码|密碼|パスワード|비밀번호|암호|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน/i],
]

/** Fields that no visitor fills in. */
const ignoredTypes = new Set([
  'hidden',
  'submit',
  'button',
  'image',
  'reset',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
])
/** Types of fields with a meaning of their own, whatever is written at them. */
const harmlessTypes = new Set(['email', 'search', 'url', 'date', 'select'])
/** Wallets have phrases of 12, 15, 18, 21 or 24 words; some forms start with fewer. */
const seedFieldsMin = 8
const seedFieldsMax = 30
/** One field for each digit of a code. */
const digitFieldsMin = 4
const digitFieldsMax = 8
const digitWidthMax = 80

/** Every secret that the forms of a page ask for, one for each kind and form. */
export function askedSecrets(page: PageView): AskedSecret[] {
  const nearby = textsAtFields(page.html)
  return page.forms.flatMap((form) => secretsOf(form, page, nearby))
}

function secretsOf(form: PageForm, page: PageView, nearby: ReadonlyMap<string, string>): AskedSecret[] {
  const fields = form.fields.filter(({ type }) => !ignoredTypes.has(type))
  const kinds = new Map<SecretKind, { label: string; boxes: Box[] }>()
  const add = (kind: SecretKind, label: string, boxes: readonly (Box | undefined)[]) => {
    const known = kinds.get(kind) ?? { label, boxes: [] }
    kinds.set(kind, known)
    known.boxes.push(...boxes.flatMap((box) => (box && box.width > 0 ? [box] : [])))
  }
  const row = rowOfFields(fields)
  const [first] = row ?? []
  if (row && first) {
    const text = plain(page.text)
    if (row.length >= seedFieldsMin && seedWords.test(text))
      add(
        'seedPhrase',
        first.label,
        row.map(({ box }) => box),
      )
    else if (row.length <= digitFieldsMax && row.every(({ box }) => box !== undefined && box.width < digitWidthMax)) {
      add(
        'oneTimeCode',
        first.label,
        row.map(({ box }) => box),
      )
    }
  }
  const texts = fields.map((field) => {
    const label = field.label || nearby.get(field.name) || ''
    return { field, label, text: plain(`${label} ${field.name} ${field.autocomplete}`) }
  })
  const hasCard = texts.some(({ text, field }) => cardWords.test(text) || field.autocomplete.startsWith('cc-'))
  for (const { field, label, text } of texts) {
    const kind = kindOf(field, label, text, hasCard)
    if (kind && !(kinds.has('seedPhrase') && row?.includes(field))) add(kind, label || field.name, [field.box])
  }
  const sentTo = hostOf(form.action)
  return [...kinds].map(([kind, { label, boxes }]) => ({
    kind,
    label: label.slice(0, 100),
    box: around(boxes),
    sentTo,
  }))
}

function kindOf(field: PageField, label: string, text: string, hasCard: boolean): SecretKind | null {
  const { type, autocomplete } = field
  if (harmlessTypes.has(type)) return null
  if (/^cc-(?:number|csc)/.test(autocomplete)) return 'card'
  if (autocomplete === 'one-time-code') return 'oneTimeCode'
  const foreign = foreignWords.find(([, pattern]) => pattern.test(label))
  if (foreign) return foreign[0]
  if (seedWords.test(text)) return 'seedPhrase'
  if (pinWords.test(text)) return 'pin'
  if (cardWords.test(text)) return 'card'
  if (codeOrCardWords.test(text)) return hasCard ? 'card' : 'oneTimeCode'
  if (oneTimeWords.test(text)) return 'oneTimeCode'
  return type === 'password' || passwordWords.test(text) ? 'password' : null
}

/** The longest run of fields that only differ in their number, e.g. the words of a phrase or the digits of a code. */
function rowOfFields(fields: readonly PageField[]): PageField[] | null {
  const runs: PageField[][] = []
  for (const field of fields) {
    const run = runs.at(-1)
    const isSame = run?.[0] && run[0].type === field.type && withoutNumber(run[0].label) === withoutNumber(field.label)
    if (run && isSame) run.push(field)
    else runs.push([field])
  }
  const longest = runs.toSorted((a, b) => b.length - a.length)[0]
  return longest && longest.length >= digitFieldsMin && longest.length <= seedFieldsMax ? longest : null
}

const withoutNumber = (label: string) => label.replaceAll(/[\d.#:\s]/g, '').toLowerCase()
const textMax = 20_000
const plain = (text: string) =>
  skeletonOf(text.slice(0, textMax).replaceAll(/[\s_\-–—'’()./:]+/g, ' '))
    .replaceAll('?', ' ')
    .replaceAll(/\s+/g, ' ')

/** The text in front of each field of a page, by the field's name: many forms have no labels that belong to fields. */
function textsAtFields(html: string): Map<string, string> {
  const texts = new Map<string, string>()
  let text = ''
  for (const { name, attributes, textBefore } of tagsOf(html)) {
    const visible = textBefore.replaceAll(/\s+/g, ' ').trim()
    if (visible !== '') text = visible
    if (name === 'input' || name === 'textarea') {
      const [, , own] = /\b(name|id)\s*=\s*["']?([^"'\s>]+)/i.exec(attributes) ?? []
      if (own !== undefined && text !== '' && !texts.has(own)) texts.set(own, text.slice(0, 100))
      text = ''
    }
  }
  return texts
}

/** The rectangle around all boxes, null for none. */
function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

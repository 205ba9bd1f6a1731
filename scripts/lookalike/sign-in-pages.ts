import { type CorpusBrand, logoAddress } from './brands.ts'
import type { FormWords } from './form-words.ts'

/** How a sign-in page is drawn: by the brand itself, by an impostor, or by another company. */
export interface SignInPage {
  layout: 0 | 1 | 2 | 3
  colour: string
  accent: string
  font: string
  name: string
  title: string
  slogan: string
  words: FormWords
  /** The picture of the logo on a light and on a dark ground, with its own size; or text. */
  logo: (place: 'light' | 'dark') => string
  /** The content of the form. */
  fields: string
  action: string
  head?: string
  lure?: string
  icon: string
  foot?: string
}

const navigation = ['Private', 'Business', 'Cards', 'Loans', 'Help', 'Contact']

/** A sign-in page in one of four layouts. */
export function signInPage(page: SignInPage): string {
  const { colour, accent, font, title, icon } = page
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="${icon}">
<style>*{box-sizing:border-box}body{margin:0;font:16px ${font};color:#1c2b33;background:#f4f7f8}
input{display:block;width:100%;height:44px;margin:6px 0 14px;padding:0 12px;border:1px solid #b7c7cf;border-radius:6px;font:inherit}
button{height:44px;padding:0 28px;border:0;border-radius:6px;background:${accent};color:#fff;font:inherit;font-weight:700}
.row{display:flex;gap:10px}.muted{color:#6b7b83;font-size:14px}a{color:${colour};text-decoration:none}nav a{margin-right:22px}
.card{background:#fff;border:1px solid #dde5e9;border-radius:12px;padding:32px;width:420px}.words{display:grid;grid-template-columns:repeat(3,1fr);gap:0 10px}</style></head><body>`
  return `${head}${[panelLayout, headerLayout, centredLayout, heroLayout][page.layout]!(page)}</body></html>`
}

const form = ({ words, fields, action, lure = '', head = words.signIn }: SignInPage) =>
  `<h1>${head}</h1>${lure ? `<p class="muted">${lure}</p>` : ''}<form method="post" action="${action}">${fields}<button>${words.next}</button></form>`

const foot = ({ foot: text, name }: SignInPage) =>
  `<p class="muted">${text ?? `© 2026 ${name}. Imprint · Privacy · Terms`}</p>`

const panelLayout = (page: SignInPage) =>
  `<main style="display:flex;height:900px"><section style="width:480px;background:${page.colour};color:#fff;padding:56px">${page.logo('dark')}<h2 style="font-size:38px;margin-top:120px">${page.slogan}</h2></section><section style="padding:90px;width:620px">${form(page)}<a href="#">Forgot?</a>${foot(page)}</section></main>`

const headerLayout = (page: SignInPage) =>
  `<header style="background:#fff;border-bottom:1px solid #dde5e9;padding:20px 60px;display:flex;gap:60px;align-items:center">${page.logo('light')}<nav>${navigation.map((text) => `<a href="#">${text}</a>`).join('')}</nav></header><main style="padding:60px;display:flex;gap:80px"><div class="card">${form(page)}</div><aside><h2>${page.slogan}</h2><ul><li>New here?</li><li>Prices</li><li>Service</li></ul></aside></main><footer style="padding:0 60px">${foot(page)}</footer>`

const centredLayout = (page: SignInPage) =>
  `<main style="padding:70px 0;display:flex;flex-direction:column;align-items:center">${page.logo('light')}<p>${page.slogan}</p><div class="card">${form(page)}<p><a href="#">Help</a> · <a href="#">Register</a></p></div>${foot(page)}</main>`

const heroLayout = (page: SignInPage) =>
  `<header style="background:${page.colour};padding:18px 60px;display:flex;justify-content:space-between;align-items:center">${page.logo('dark')}<nav>${navigation
    .slice(0, 4)
    .map((text) => `<a style="color:#fff" href="#">${text}</a>`)
    .join(
      '',
    )}</nav></header><section style="height:240px;padding:70px 60px;background:linear-gradient(90deg,${page.colour}22,${page.accent}33)"><h2 style="font-size:36px;margin:0">${page.slogan}</h2></section><main style="padding:30px 60px"><div class="card" style="margin-top:-90px">${form(page)}</div>${foot(page)}</main>`

/** The picture of a logo as an element of a page. */
export const logoImage = (brand: CorpusBrand, fg: string, bg: string, height: number, style = '', isSymbol = false) =>
  `<img src="${logoAddress(brand, { fg, bg, height, isSymbol })}" style="${style}">`

/** What fields ask for. */
export type AskedKind = 'signIn' | 'password' | 'pin' | 'card' | 'code' | 'seed'

/** How fields are written: with labels, with placeholders only, or with words in other elements and names without a meaning. */
export type FieldStyle = 'label' | 'placeholder' | 'hidden'

/** The elements of fields that ask for something. */
export function fieldsOf(asks: readonly AskedKind[], words: FormWords, style: FieldStyle, name: () => string): string {
  const field = (own: string, label: string, type = 'text') => {
    const shown = style === 'hidden' ? 'text' : type
    if (style === 'placeholder') return `<input name="${name()}" type="${shown}" placeholder="${label}">`
    if (style === 'hidden') return `<div>${label}</div><input name="${name()}" type="${shown}">`
    const id = name()
    return `<label for="${id}">${label}</label><input id="${id}" name="${own}" type="${shown}">`
  }
  const drawn: Record<AskedKind, () => string> = {
    signIn: () => field('user', words.customer),
    password: () => field('password', words.password, 'password'),
    pin: () => field('pin', words.pin, 'password'),
    card: () =>
      field('card', words.card, 'tel') +
      `<div class="row"><div>${field('exp', words.expiry)}</div><div>${field('cvv', words.cvv)}</div></div>`,
    code: () => field('otp', words.code),
    seed: () =>
      `<p>${words.seed}</p><div class="words">${Array.from({ length: 12 }, (_, at) => `<input name="${name()}" placeholder="${at + 1}.">`).join('')}</div>`,
  }
  return asks.map((kind) => drawn[kind]()).join('')
}

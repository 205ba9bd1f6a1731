import { asOneLine } from './mail-address.ts'
import { mailLanguage } from './mail-texts.ts'

const headingMax = 500

/** The content of an email as plain text: none of it is interpreted as markup. */
export interface PlainMail {
  /** The language tag of the recipient that the texts were chosen for; null if it is unknown. */
  locale: string | null
  heading: string
  paragraphs: readonly string[]
  /** One link to an absolute http(s) URL. */
  action?: { label: string; href: string }
  /** Why the reader receives it; last and in small type. */
  footer?: string
}

/** Creates both forms of an email from plain text: text, and HTML with every value escaped. */
export function layOutMail(content: PlainMail): { text: string; html: string } {
  const { locale, paragraphs, action, footer } = content
  const heading = asOneLine(content.heading, headingMax)
  if (action && !/^https?:\/\//.test(action.href)) throw new TypeError('a mail links to http or https only')
  const text = [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.href}`] : []), footer ?? '']
    .filter((part) => part !== '')
    .join('\n\n')
  const body = [
    ...paragraphs.map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`),
    ...(action
      ? [`<p><a href="${escapeHtml(action.href)}" rel="noopener noreferrer">${escapeHtml(action.label)}</a></p>`]
      : []),
  ].join('\n')
  const small = footer ? `<p style="color:#667085;font-size:12px">${escapeHtml(footer)}</p>` : ''
  const html = `<!doctype html>
<html lang="${mailLanguage(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:24px;background:#f5f6f8;color:#1d2433;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>
${body}
${small}
</div></body></html>`
  return { text, html }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, including quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

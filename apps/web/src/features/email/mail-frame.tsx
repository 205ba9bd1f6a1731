import { useEffect, useRef } from 'react'
import { t } from './words.ts'
import css from './email.module.css'

interface HtmlPolicy {
  createHTML: (html: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy
}

let policy: HtmlPolicy | undefined

/** The policy of the portal lets no text become a document unless somebody answers for it: here a frame without scripts does. */
function mailPolicy(): HtmlPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('mail-preview', { createHTML: (html) => html }) ?? {
    createHTML: (html) => html,
  }
  return policy
}

/** A mail as its reader sees it, in a frame that runs no script and loads nothing. */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element) show(element, html)
  }, [html])
  // Of the same origin so that the styles can be put in; without scripts nothing in it can use that.
  return <iframe ref={frame} className={css.frame} sandbox="allow-same-origin" title={t('emailPreview')} />
}

function show(element: HTMLIFrameElement, html: string): void {
  const target = element.contentDocument
  if (!target) return
  // Styles in attributes are against the policy of the portal, as soon as they are read; set as properties they are not.
  const inert = html.replaceAll(' style="', ' data-style="')
  const source = new DOMParser().parseFromString(mailPolicy().createHTML(inert), 'text/html')
  target.replaceChild(target.importNode(source.documentElement, true), target.documentElement)
  for (const styled of target.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset['style'] ?? ''
  }
  element.style.height = `${target.documentElement.scrollHeight}px`
}

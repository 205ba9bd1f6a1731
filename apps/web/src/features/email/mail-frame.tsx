import { useEffect, useRef } from 'react'
import { t } from './words.ts'
import css from './email.module.css'

interface HtmlPolicy {
  createHTML: (html: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy
}

declare global {
  interface Window {
    // The types of the DOM don't have it yet.
    trustedTypes?: TrustedTypes
  }
}

let policy: HtmlPolicy | undefined

/**
 * The content security policy of the portal requires a Trusted Types policy for HTML. This one is safe because the frame runs no scripts.
 */
function mailPolicy(): HtmlPolicy {
  policy ??= window.trustedTypes?.createPolicy('mail-preview', { createHTML: (html) => html }) ?? {
    createHTML: (html) => html,
  }
  return policy
}

/** An email as the recipient sees it, in a frame that runs no scripts and loads nothing. */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element) show(element, html)
  }, [html])
  // The frame has the same origin so that styles can be set. Its content can't make use of that, because it runs no scripts.
  return <iframe ref={frame} className={`${css.frame} framed`} sandbox="allow-same-origin" title={t('emailPreview')} />
}

function show(element: HTMLIFrameElement, html: string): void {
  const target = element.contentDocument
  if (!target) return
  // The content security policy blocks style attributes during parsing, but not styles that are set as properties.
  const inert = html.replaceAll(' style="', ' data-style="')
  const source = new DOMParser().parseFromString(mailPolicy().createHTML(inert), 'text/html')
  target.replaceChild(target.importNode(source.documentElement, true), target.documentElement)
  for (const styled of target.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset['style'] ?? ''
  }
  element.style.height = `${target.documentElement.scrollHeight}px`
}

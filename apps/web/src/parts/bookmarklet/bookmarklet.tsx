import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { bookmarkletCode } from './bookmarklet-code.ts'
import { t } from './words.ts'

/**
 * A bookmark that reports the page on the screen.
 *
 * @param path where the address is filled in, up to the value of its last parameter
 */
export function Bookmarklet({ path }: { path: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  const code = bookmarkletCode(`${location.origin}${path}`)
  // React refuses such addresses, because it can't know that nobody else wrote this one.
  useEffect(() => link.current?.setAttribute('href', code), [code])
  return (
    <FormSection title={t('bookmarkletTitle')} hint={t('howTo')}>
      <Inline gap={3} wrap>
        <a
          ref={link}
          href={path}
          className="way-link"
          onClick={(event) => {
            event.preventDefault()
            toast(t('dragIt'))
          }}
        >
          {t('bookmark')}
        </a>
        <Button onClick={() => copyText(code, t('code'))}>{t('copyCode')}</Button>
      </Inline>
    </FormSection>
  )
}

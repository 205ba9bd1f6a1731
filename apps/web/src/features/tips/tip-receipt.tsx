import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** The code of a report, which is shown only once. */
export function TipReceipt({ code, onAgain }: { code: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of the form that had the focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card gap={3} aria-label={t('received')}>
      <Text as="h2" size="heading" ref={heading} tabIndex={-1}>
        {t('received')}
      </Text>
      <p>{t('keepCode')}</p>
      <Text as="p" size="title" className="mono">
        {code}
      </Text>
      <Inline wrap>
        <Button kind="primary" onClick={() => copyText(code, t('code'))}>
          {t('copyCode')}
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          {t('reportAnother')}
        </Button>
      </Inline>
    </Card>
  )
}

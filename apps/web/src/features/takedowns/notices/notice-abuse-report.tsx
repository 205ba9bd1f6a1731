import { Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from '../record/takedown-page.module.css'

/** The report for machines that a notice carries, or why it has none. */
export function NoticeAbuseReport({ xarf, missing }: { xarf: string | null; missing: readonly string[] }) {
  if (xarf === null) {
    return (
      <Text as="p" tone="quiet">
        {t('xarfMissing', { fields: missing.join(', ') })}
      </Text>
    )
  }
  return (
    <details>
      <summary>{t('xarfReport')}</summary>
      <Card as="pre" kind="note" className={css.message}>
        {xarf}
      </Card>
    </details>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import reading from '../../ui/layout/reading.module.css'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { MarkedText } from '../../ui/text/marked-text.tsx'
import { ownReasonsQuery } from './glossary.api.ts'
import { piecesOf } from './glossary-search.ts'
import { t } from './words.ts'
import css from './glossary-page.module.css'

/** The reasons that the company's own detection rules give, with what they mean; nothing without any. */
export function OwnReasons({ q }: { q: string | undefined }) {
  const { data, error, refetch } = useQuery(ownReasonsQuery(useCompany()))
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (error && !data) return <FailedLine retry={() => void refetch()}>{t('ownReasonsFailed')}</FailedLine>
  const shown = (data ?? []).filter(({ name, explanation }) => {
    const text = `${name} ${explanation}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (shown.length === 0) return null
  return (
    <Stack as="section" gap={1} aria-labelledby="own-reasons">
      <Text as="h2" id="own-reasons" pad="0 0 2" size="title">
        {t('ownReasons')}
      </Text>
      <p>{t('ownReasonsText')}</p>
      {shown.map(({ name, explanation }) => (
        <Card key={name} as="article" className={`${reading.article} ${css.entry} ${reading.body}`}>
          <h3>
            <MarkedText pieces={piecesOf(name, q)} />
          </h3>
          <Text as="p" size="body" tone="quiet">
            <MarkedText pieces={piecesOf(explanation, q)} />
          </Text>
        </Card>
      ))}
    </Stack>
  )
}

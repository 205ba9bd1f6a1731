import type { NameVerdict } from '@signet/contract/threats/threats'
import { percent } from '../../format/numbers/percent.ts'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t, type Word } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The minimum probability for each label. */
const chances: readonly (readonly [from: number, words: Word])[] = [
  [0.99, 'almostCertainlyAnImitation'],
  [0.9, 'veryLikelyAnImitation'],
  [0.7, 'likelyAnImitation'],
  [0.5, 'moreLikelyThanNot'],
  [0.2, 'probablyNoImitation'],
  [0, 'veryUnlikelyAnImitation'],
]

/** No verdict is certain, so the ends of the scale are not shown as 0% and 100%. */
function chanceOf(confidence: number): string {
  if (confidence > 0.99) return t('overN', { n: percent(0.99) })
  if (confidence < 0.01) return t('underN', { n: percent(0.01) })
  return percent(confidence)
}

/** The confidence of the detector, and the facts that would lower the score if they applied. */
export function VerdictMeaning({ verdict: { confidence, lowering } }: { verdict: NameVerdict }) {
  const words = chances.find(([from]) => confidence >= from)?.[1]
  return (
    <Card kind="inset" gap={2} aria-label={t('detectionConfidence')}>
      <Inline as="p" wrap gap="half 3" align="stretch" justify="between">
        <b>{words && t(words)}</b>{' '}
        <Text tone="quiet" num>
          {t('probabilityFromScore', { n: chanceOf(confidence) })}
        </Text>
      </Inline>
      {lowering.length > 0 && (
        <>
          <Text as="h4" size="meta" weight="strong" tone="quiet" pad="2 0 0" line="above">
            {t('loweringFacts')}
          </Text>
          <Stack as="ul" gap={1}>
            {lowering.map(({ text, by }) => (
              <Inline as="li" key={text} gap={3} align="stretch" justify="between">
                <span>{valueName(text)}</span>
                <Text tone="quiet" num fixed nowrap>
                  −{by}
                  <span className="visually-hidden"> {t('points')}</span>
                </Text>
              </Inline>
            ))}
          </Stack>
        </>
      )}
    </Card>
  )
}

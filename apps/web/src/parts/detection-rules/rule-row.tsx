import type { DetectionRule } from '@signet/contract/collection/detection-rules'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { conditionText, effectText } from './rule-words.ts'
import css from './rules.module.css'
import { t } from './words.ts'

/** One rule: what it does, when, what it did so far, and its actions. */
export function RuleRow({
  rule,
  isBusy,
  onSwitch,
  onOpen,
}: {
  rule: DetectionRule
  isBusy: boolean
  onSwitch: () => void
  onOpen: (dialog: 'try' | 'edit' | 'delete') => void
}) {
  const { name, isOn, sources, condition, effects, lastEffectAt, by, changedAt } = rule
  return (
    <li className={css.rule}>
      <Stack gap="half" grow basis={320}>
        <Inline wrap>
          <Text as="strong" weight="medium">
            {name}
          </Text>
          <Chip tone={isOn ? 'good' : 'closed'}>{isOn ? t('on') : t('off')}</Chip>
        </Inline>
        <small>
          {effectText(rule)} · {sources.map(sourceName).join(', ')}
        </small>
        <small>{conditionText(condition)}</small>
        <small>
          {lastEffectAt === null ? (
            t('noEffect')
          ) : (
            <>
              {t('effectCount', { count: effects })}, {t('mostRecently')} <TimeAgo isWithin at={lastEffectAt} />
            </>
          )}
          {' · '}
          {t('changedBy', { name: by })}, <TimeAgo isWithin at={changedAt} />
        </small>
      </Stack>
      <Inline wrap>
        <Button aria-label={t('tryName', { name })} onClick={() => onOpen('try')}>
          {t('try')}
        </Button>
        <Button disabled={isBusy} aria-label={t(isOn ? 'switchOffName' : 'switchOnName', { name })} onClick={onSwitch}>
          {t(isOn ? 'switchOff' : 'switchOn')}
        </Button>
        <Button kind="quiet" aria-label={t('editName', { name })} onClick={() => onOpen('edit')}>
          {t('edit')}
        </Button>
        <Button kind="quiet" aria-label={t('deleteName', { name })} onClick={() => onOpen('delete')}>
          {t('delete')}
        </Button>
      </Inline>
    </li>
  )
}

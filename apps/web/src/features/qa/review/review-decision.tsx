import { IconEye, IconSend, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { checkDays, usualCheckDays, type QaCounts } from '@signet/contract/review/qa'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { Suspense, useEffect, useId, type MouseEvent } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AreaField, SelectField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import type { LeadTo } from './checks.ts'
import { t } from './words.ts'
import css from './review-decision.module.css'
import type { Draft } from '../review-steps.ts'
import type { Claim } from '../queue/claims/use-claims.ts'
import type { QueueStep } from '../queue/review-many.ts'
import { valueName } from '../../../words/named/name-of.ts'
import type { QaRecord, QaRecordDetail } from '../qa-kind.ts'

// Loaded with the first details, which they are about.
const ClaimNote = lazy(() => import('./claim-note.tsx').then((part) => ({ default: part.ClaimNote })))
const checks = () => import('./review-checks.tsx')
const ReviewChecks = lazy(() => checks().then((part) => ({ default: part.ReviewChecks })))

const noteMax = 2000
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ReviewDecisionProps {
  kind: Kind
  threat: QaRecord
  /** Undefined while it is loading. The decision doesn't wait for it. */
  detail: QaRecordDetail | undefined
  draft: Draft
  counts: QaCounts | undefined
  now: Date
  /** Whether the letter keys act on this threat. With a selection they act on the selection instead. */
  hasKeys: boolean
  onDraft: (draft: Draft) => void
  onStep: (step: QueueStep) => void
  /** The reviewer who currently has it, if it is someone else. */
  claim: Claim | undefined
  /** Leads to what a check found. */
  onLead: (to: LeadTo) => void
}

/** Severity, type, checks, remark, and the possible steps. */
export function ReviewDecision(props: ReviewDecisionProps) {
  const { kind, threat, detail, draft, counts, now, hasKeys, onDraft, onStep, claim, onLead } = props
  const isTaken = claim !== undefined && !claim.isMine
  const noteOfClaim = useId()
  useEffect(() => void checks(), [])
  const held = isTaken ? { disabled: true, 'aria-describedby': noteOfClaim } : {}
  // The second click of a double click would decide on the next threat, which takes the place of this one.
  const once = (step: QueueStep) => (event: MouseEvent) => event.detail < 2 && onStep(step)
  const keyOf = (key: string) => (hasKeys ? { shortcut: key } : {})
  const types = [...new Set([threat.threatType, ...sourceInfoOf(kind, threat.source).types])]
  return (
    <>
      <Stack gap={5} grow>
        <Stack as="fieldset" gap={2} className={css.severity}>
          <legend>{t('severity')}</legend>
          {severities.map((severity, index) => (
            <SeverityChoice
              key={severity}
              severity={severity}
              hotkey={String(index + 1)}
              isSuggested={severity === threat.severity}
              isChosen={severity === (draft.severity ?? threat.severity)}
              onChoose={() => onDraft({ ...draft, severity })}
            />
          ))}
        </Stack>
        <div className={css.field}>
          <SelectField
            label={t('type')}
            all={types}
            labelOf={valueName}
            value={draft.threatType ?? threat.threatType}
            onChange={(threatType) => onDraft({ ...draft, threatType })}
          />
        </div>
        <section aria-label={t('checks')}>
          <h3 className={css.title}>{t('checks')}</h3>
          {/* While they are loading, about as much room: the fields below must not move under the pointer. */}
          <Suspense fallback={<Skeleton lines={5} />}>
            {detail ? <ReviewChecks detail={detail} now={now} onLead={onLead} /> : <Skeleton lines={5} />}
          </Suspense>
        </section>
        <div className={css.field}>
          <AreaField
            label={t('remark')}
            rows={3}
            maxLength={noteMax}
            placeholder={t('remarkPlaceholder')}
            value={draft.note ?? ''}
            onChange={(note) => onDraft({ ...draft, note })}
          />
        </div>
      </Stack>
      <Stack gap={2} pad="4 0 0" className={css.actions}>
        {isTaken ? (
          <div id={noteOfClaim}>
            <Suspense>
              <ClaimNote claim={claim} />
            </Suspense>
          </div>
        ) : null}
        <Button kind="primary" icon={<IconSend {...icon} />} {...keyOf('P')} {...held} onClick={once('publish')}>
          {t('publishToClient')}
        </Button>
        {/* Only the watchlist has a next check. */}
        <Inline wrap className={css.watch}>
          <Button icon={<IconEye {...icon} />} {...keyOf('L')} {...held} onClick={once('watch')}>
            {t('moveToWatchlist')}
          </Button>
          <select
            aria-label={t('nextCheck')}
            value={draft.everyDays ?? usualCheckDays}
            onChange={(event) => {
              const everyDays = checkDays.find((days) => String(days) === event.target.value)
              if (everyDays) onDraft({ ...draft, everyDays })
            }}
          >
            {checkDays.map((days) => (
              <option key={days} value={days}>
                {t('inDays', { count: days })}
              </option>
            ))}
          </select>
        </Inline>
        <Button icon={<IconShieldCheck {...icon} />} {...keyOf('W')} {...held} onClick={once('whitelist')}>
          {t('whitelist')}
        </Button>
        <Button
          kind="danger"
          icon={<IconTrash {...icon} />}
          {...keyOf(t('del'))}
          {...held}
          onClick={once('requestDeletion')}
        >
          {t('requestDeletion')}
        </Button>
        {counts ? (
          <Inline as="p" gap="1 3" wrap justify="between" size="meta" tone="quiet" num pad="2 0 0">
            <span>{t('reviewedByYouTodayCount', { count: counts.reviewedTodayByMe })}</span>
            <span>{t('publishedTodayCount', { count: counts.publishedToday })}</span>
          </Inline>
        ) : null}
      </Stack>
    </>
  )
}

interface SeverityChoiceProps {
  severity: Severity
  hotkey: string
  isSuggested: boolean
  isChosen: boolean
  onChoose: () => void
}

function SeverityChoice({ severity, hotkey, isSuggested, isChosen, onChoose }: SeverityChoiceProps) {
  return (
    <Inline as="label" className={`${css.choice} choice`} data-on={isChosen || undefined}>
      <input type="radio" name="severity" className="visually-hidden" checked={isChosen} onChange={onChoose} />
      <SeverityMark severity={severity} />
      {isSuggested ? (
        <Text size="meta" tone="quiet">
          {t('suggested')}
        </Text>
      ) : null}
      <kbd aria-hidden="true">{hotkey}</kbd>
    </Inline>
  )
}

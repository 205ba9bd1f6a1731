import type { AllowKind } from '@signet/contract/threats/allow-list'
import { severities } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { defang } from '@signet/contract/threats/defang'
import { useRef, useState, type KeyboardEvent } from 'react'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { AreaField } from '../../ui/forms/field.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { AddressText } from '../../ui/text/address-text.tsx'
import { allowKindName } from '../../words/named/allow-list.ts'
import { valueName } from '../../words/named/name-of.ts'
import { stageTitle, type QaRecord } from './qa-kind.ts'
import { reviewedNameOf } from './review-steps.ts'
import { t } from './words.ts'

/** Of the reason of an entry of the allow list, characters. */
const reasonMin = 3
const reasonMax = 500
/** More entries than this are only counted. */
const entriesMax = 3

interface WhitelistDialogProps {
  kind: Kind
  threats: readonly QaRecord[]
  company: string
  /** What the reviewer has already written. */
  note?: string | undefined
  onConfirm: (remark: RemarkInput) => void
  onClose: () => void
}

/** Shows what goes on the client's allow list, and asks why. The client reads the reason there. */
export function WhitelistDialog({ kind, threats, company, note = '', onConfirm, onClose }: WhitelistDialogProps) {
  const [text, setText] = useState(note)
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = text.trim()
  const isMissing = reason.length < reasonMin
  const title = t('whitelistWhat', { what: reviewedNameOf(kind, threats) })

  const confirm = () => {
    setIsTried(true)
    if (isMissing) form.current?.querySelector('textarea')?.focus()
    else onConfirm({ kind: 'custom', text: reason })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    confirm()
  }
  if (entriesOf(threats).length === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        <Severities kind={kind} threats={threats} />
        <p>{t('nothingToAllowCount', { count: threats.length })}</p>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack
        as="form"
        ref={form}
        gap={3}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <Severities kind={kind} threats={threats} />
        <NewEntries threats={threats} company={company} />
        <AreaField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens for this field
          autoFocus
          label={t('whitelistReason')}
          hint={t('whitelistReasonHint', { company })}
          keepsHint
          problem={isTried && isMissing ? t('whitelistReasonMissing', { least: reasonMin }) : undefined}
          rows={3}
          maxLength={reasonMax}
          value={text}
          onKeyDown={onKeyDown}
          onChange={setText}
        />
        <Text as="p" size="meta" tone="quiet">
          {t(`whitelistUndo.${kind}`, { company, list: stageTitle(kind, 'published'), count: threats.length })}
        </Text>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('whitelist')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

interface Entry {
  kind: AllowKind
  value: string
}

/** Several records on one domain or account share an entry. */
function entriesOf(threats: readonly QaRecord[]): Entry[] {
  const entries = threats.flatMap(({ allowEntry }) => allowEntry ?? [])
  return [...new Map(entries.map((entry) => [`${entry.kind} ${entry.value}`, entry])).values()]
}

/** How severe the records are, and what a single one is. */
function Severities({ kind, threats }: { kind: Kind; threats: readonly QaRecord[] }) {
  const [first] = threats
  if (first && threats.length === 1)
    return (
      <Inline as="p" wrap gap={3} tone="quiet">
        <SeverityMark severity={first.severity} />
        {`${valueName(sourceInfoOf(kind, first.source).label)}, ${valueName(first.threatType)}`}
      </Inline>
    )
  const counts = severities.map(
    (severity) => [severity, threats.filter((row) => row.severity === severity).length] as const,
  )
  return (
    <Inline as="p" wrap gap="1 4" tone="quiet">
      {counts.map(([severity, count]) =>
        count > 0 ? (
          <Inline as="span" key={severity} gap={2}>
            <SeverityMark severity={severity} />
            <span className="num">{count}</span>
          </Inline>
        ) : null,
      )}
    </Inline>
  )
}

/** The entries as they will be, and what they suppress. */
function NewEntries({ threats, company }: { threats: readonly QaRecord[]; company: string }) {
  const entries = entriesOf(threats)
  const without = threats.filter(({ allowEntry }) => allowEntry === undefined).length
  const [first] = entries
  const isOne = entries.length === 1
  return (
    <Card as="section" kind="inset" gap={2} aria-label={t('whitelistAdds', { company })}>
      <Text size="meta" tone="quiet">
        {t('whitelistAdds', { company })}
      </Text>
      <Stack as="ul" gap={2}>
        {entries.slice(0, entriesMax).map(({ kind, value }) => (
          <Stack as="li" key={`${kind} ${value}`} gap="half">
            <Text weight="strong">
              <AddressText text={defang(value)} />
            </Text>
            <Text size="meta" tone="quiet">
              {allowKindName(kind)}
            </Text>
          </Stack>
        ))}
      </Stack>
      {entries.length > entriesMax ? (
        <Text size="meta" tone="quiet">
          {t('whitelistMore', { count: entries.length - entriesMax })}
        </Text>
      ) : null}
      <p>
        {first && isOne
          ? t(`whitelistCovers.${first.kind}`, { example: defang(`login.${first.value}`) })
          : t('whitelistCoversThese')}
      </p>
      {without > 0 ? <Text tone="caution">{t('whitelistStays', { count: without })}</Text> : null}
    </Card>
  )
}

import { fieldOf, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { titleForms } from '../../../../format/names/shown-title.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/dialogs/dialog.tsx'
import { FieldValue } from '../../../../parts/threats/field-value.tsx'
import { SeverityMark } from '../../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { Thumb } from '../../../../parts/threats/pictures/thumb.tsx'
import { Inline, ScrollRegion, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import css from './merge-dialog.module.css'
import { mergeRule } from './merge-rule.ts'
import { reviewDetailQuery } from '../../qa.api.ts'
import { stageNames } from '../../stage-words.ts'
import { valueName } from '../../../../words/named/name-of.ts'
import type { QaRecord, QaRecordDetail } from '../../qa-kind.ts'

const widthPx = 860

interface MergeDialogProps {
  kind: Kind
  company: string
  threat: QaRecordDetail
  otherId: string
  onMerge: (duplicate: QaRecord, survivor: QaRecord) => void
  onClose: () => void
}

/** Compares two records side by side with their differences highlighted, and lets the reviewer choose which one to keep. */
export function MergeDialog({ kind, company, threat, otherId, onMerge, onClose }: MergeDialogProps) {
  const other = useQuery(reviewDetailQuery(company, kind, otherId))
  return (
    <Dialog title={t('mergeDuplicates')} width={widthPx} onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('mergeHint')}
      </Text>
      <DataState query={other} what={t('duplicate')} loading={<Skeleton lines={10} />}>
        {(data) => <Choice kind={kind} one={threat} other={data} onMerge={onMerge} onClose={onClose} />}
      </DataState>
    </Dialog>
  )
}

interface ChoiceProps {
  kind: Kind
  one: QaRecordDetail
  other: QaRecordDetail
  onMerge: MergeDialogProps['onMerge']
  onClose: () => void
}

function Choice({ kind, one, other, onMerge, onClose }: ChoiceProps) {
  const rule = mergeRule(one, other)
  const [keptId, setKeptId] = useState(rule.suggestedId)
  const both = [one, other]
  const merge = useRef<HTMLButtonElement>(null)
  // M opens the dialog and Enter merges, so the button has the focus as soon as the data is loaded.
  useEffect(() => merge.current?.focus(), [])
  return (
    <>
      <ScrollRegion className={css.scroll} aria-label={t('comparison')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('property')}</span>
              </th>
              {both.map((threat) => (
                <th key={threat.id} scope="col" data-kept={threat.id === keptId || undefined}>
                  <Head
                    threat={threat}
                    isKept={threat.id === keptId}
                    isDisabled={!rule.isPossible || (rule.forcedId !== null && rule.forcedId !== threat.id)}
                    onKeep={() => setKeptId(threat.id)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(kind, one, other).map(({ label, cells, differs }) => (
              <tr key={label} data-differs={differs || undefined}>
                <th scope="row">
                  {label}
                  {differs ? <span className="visually-hidden"> {t('differs')}</span> : null}
                </th>
                <td>{cells[0]}</td>
                <td>{cells[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rule.reason ? (
        <Text as="p" tone="quiet">
          {rule.reason}
        </Text>
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          ref={merge}
          kind="primary"
          disabled={!rule.isPossible}
          onClick={() => (keptId === one.id ? onMerge(other, one) : onMerge(one, other))}
        >
          {t('merge')}
        </Button>
      </DialogActions>
    </>
  )
}

interface HeadProps {
  threat: QaRecordDetail
  isKept: boolean
  isDisabled: boolean
  onKeep: () => void
}

function Head({ threat, isKept, isDisabled, onKeep }: HeadProps) {
  const { shown, registered } = titleForms(threat)
  const capture = threat.evidence.find((piece) => piece.kind === 'capture' && piece.type.startsWith('image/'))
  return (
    <Stack as="label" gap={2} className={css.head}>
      <span className={`${css.picture} middle framed`}>
        {capture ? (
          <img className="capture" src={capture.href} alt="" />
        ) : (
          <Thumb source={threat.source} href={undefined} />
        )}
      </span>
      <Stack as="span" gap={0}>
        <b>{shown}</b>
        {registered ? <small className="mono">{registered}</small> : null}
      </Stack>
      <Inline as="span" is-inline className={css.keep}>
        <input type="radio" name="kept" checked={isKept} disabled={isDisabled} onChange={onKeep} />
        {t('keepThisOne')}
      </Inline>
    </Stack>
  )
}

interface Row {
  label: string
  cells: readonly [ReactNode, ReactNode]
  differs: boolean
}

/** The fields of both records, one per row: first those that every record has, then those of their sources. */
function rowsOf(kind: Kind, one: QaRecordDetail, other: QaRecordDetail): Row[] {
  const row = (
    label: string,
    show: (threat: QaRecordDetail) => ReactNode,
    value: (threat: QaRecordDetail) => unknown,
  ): Row => ({
    label,
    cells: [show(one), show(other)],
    differs: value(one) !== value(other),
  })
  const words = (label: string, text: (threat: QaRecordDetail) => string) => row(label, text, text)
  const fields = [one, other].flatMap((threat) => sourceInfoOf(kind, threat.source).fields)
  const unique = [...new Map(fields.map((field) => [field.field, field])).values()]
  return [
    words(t('status'), ({ stage }) => stageNames[stage]()),
    row(
      t('severity'),
      ({ severity }) => <SeverityMark severity={severity} />,
      ({ severity }) => severity,
    ),
    row(
      t('source'),
      ({ source }) => (
        <Inline as="span" is-inline>
          <SourceIcon source={source} size={14} />
          {valueName(sourceInfoOf(kind, source).label)}
        </Inline>
      ),
      ({ source }) => source,
    ),
    words(t('type'), ({ threatType }) => valueName(threatType)),
    words(t('score'), ({ score }) => String(score)),
    row(
      t('firstSeen'),
      ({ firstSeen }) => <TimeAgo at={firstSeen} />,
      ({ firstSeen }) => firstSeen.slice(0, 10),
    ),
    words(t('seen'), ({ sightings }) => t('timesCount', { count: sightings })),
    words(t('evidence'), ({ evidence }) => t('filesCount', { count: evidence.length })),
    ...unique.flatMap((own): Row[] => {
      const { field, label } = own
      const valueOf = (threat: QaRecordDetail) => fieldOf(threat, field)
      if (valueOf(one) === null && valueOf(other) === null) return []
      const shown = (threat: QaRecordDetail) => {
        const value = valueOf(threat)
        return value === null ? (
          t('unknown')
        ) : (
          <FieldValue {...own} value={value} currency={fieldOf(threat, 'currency')} />
        )
      }
      return [row(valueName(label), shown, valueOf)]
    }),
  ]
}

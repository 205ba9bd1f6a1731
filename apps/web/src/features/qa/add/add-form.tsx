import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Tick } from '../../../ui/forms/form-section.tsx'
import { t } from './words.ts'
import { AddBar } from './add-bar.tsx'
import { AddFields } from './add-fields.tsx'
import { AddLines } from './add-lines.tsx'
import type { ThreatDraft } from './use-add-threats.ts'

const EvidencePart = lazy(() => import('./evidence-part.tsx').then(({ EvidencePart: part }) => ({ default: part })))
const AppFilePart = lazy(() => import('./app-file.tsx').then(({ AppFilePart: part }) => ({ default: part })))

interface AddFormProps {
  company: string
  kind: Kind
  source: AnySource
  isMany: boolean
  draft: ThreatDraft
}

/** The fields of one threat or tout, or the lines of many, and the buttons that send them to review or publish them. */
export function AddForm({ company, kind, source, isMany, draft }: AddFormProps) {
  const { threatType, text, values, isAddedAnyway, appFile, set } = draft
  const { parsed, rows, results, good, ownCount, isBusy, send } = draft
  return (
    <>
      {kind === 'threat' && source === 'APK' && !isMany ? (
        <Suspense fallback={null}>
          <AppFilePart
            company={company}
            fileId={appFile}
            onEntered={(entered) => set({ appFile: entered, isAppRead: false })}
            onRead={({ fields }) => set({ values: fields, isAppRead: true, isAddedAnyway: false })}
          />
        </Suspense>
      ) : null}
      {isMany ? (
        <AddLines
          kind={kind}
          source={source}
          threatType={threatType}
          text={text}
          parsed={parsed}
          rows={rows}
          results={results}
          checkError={draft.checkError}
          onText={(typed) => set({ text: typed, isAddedAnyway: false })}
        />
      ) : (
        <AddFields
          kind={kind}
          source={source}
          threatType={threatType}
          values={values}
          result={results?.[0]}
          onChange={(field, value) => set({ values: { ...values, [field]: value }, isAddedAnyway: false })}
        />
      )}
      {isMany ? null : (
        <Suspense fallback={null}>
          <EvidencePart draft={draft} />
        </Suspense>
      )}
      {ownCount > 0 ? (
        <Tick
          label={t('addOwnAnyway', { count: ownCount })}
          hint={t('addOwnAnywayHint')}
          isOn={isAddedAnyway}
          onChange={(isOn) => set({ isAddedAnyway: isOn })}
        />
      ) : null}
      <AddBar counts={draft.counts} count={good.length} isBusy={isBusy} send={send} />
    </>
  )
}

import type { AppFile } from '@signet/contract/threats/app-files'
import { addAppFile, appFileExtensions, appFileUpload } from '@signet/contract/threats/app-files'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { upload } from '../../../api/upload.ts'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { IndicatorRow } from '../../../parts/threats/indicator-row.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { Card, Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { AppAddress } from './app-address.tsx'
import css from './add-threats-page.module.css'
import { appFileQuery } from './add-threats.api.ts'
import { t } from './words.ts'

const rule = { ...appFileUpload, extensions: appFileExtensions }

interface AppFilePartProps {
  company: string
  /** The app that was entered or uploaded last; undefined if there is none. */
  fileId: string | undefined
  onEntered: (fileId: string) => void
  onRead: (file: AppFile) => void
}

/** Takes the address or the file of an app, and shows what was read. */
export function AppFilePart({ company, fileId, onEntered, onRead }: AppFilePartProps) {
  const { data: file, error } = useQuery(appFileQuery(company, fileId))
  const { isBusy, run } = useAction(
    async (files: File[]) => {
      const { id } = await upload(addAppFile, { params: undefined, query: { company }, fields: {}, files })
      onEntered(id)
    },
    { failed: (reason) => t('uploadFailed', { reason }) },
  )
  const passOn = useEffectEvent(onRead)
  useEffect(() => {
    if (file?.state === 'read') passOn(file)
  }, [file])
  return (
    <Card gap={4} className={css.section} aria-label={t('app')}>
      <AppAddress company={company} isReading={file?.state === 'reading'} onEntered={onEntered} />
      <Stack gap={2}>
        <h2 className={css.label}>{t('appFile')}</h2>
        <FileDrop label={t('readAppFile')} rule={rule} isBusy={isBusy} onFiles={run} />
        <Text as="p" size="meta" tone="quiet">
          {t('appFileHint')}
        </Text>
      </Stack>
      <output>
        {error ? (
          <Text tone="danger">{t('readingFailed')}</Text>
        ) : fileId !== undefined && !file ? (
          <Text tone="quiet">{t('checking')}</Text>
        ) : file ? (
          <State file={file} />
        ) : null}
      </output>
      {file?.state === 'read' && !file.isOwn ? <Reasons file={file} /> : null}
    </Card>
  )
}

function State({ file }: { file: AppFile }) {
  const { address, state, problem, isOwn, isListing, fields } = file
  const name = (isListing && fields['appName']) || file.name
  if (state === 'reading') {
    const isFetching = address !== null && file.sha256 === null
    return <Text tone="quiet">{t(isFetching ? 'fetching' : 'readingFile', { name })}</Text>
  }
  if (problem) return <Text tone="danger">{`${address ?? name}: ${sentenceOf(problem)}`}</Text>
  if (!isOwn) return <Text>{t('fileRead', { name })}</Text>
  return <Text>{t(isListing ? 'listingIsOwn' : 'fileIsOwn', { name })}</Text>
}

function Reasons({ file: { indicators } }: { file: AppFile }) {
  if (indicators.length === 0)
    return (
      <Text as="p" tone="quiet">
        {t('nothingAlike')}
      </Text>
    )
  return (
    <Stack gap={2}>
      <Text as="h3" weight="medium">
        {t('whyItPasses')}
      </Text>
      <Columns as="ul" even gap={2} from={320} align="stretch" className={css.reasons}>
        {indicators.map((indicator) => (
          <IndicatorRow key={indicator.name} {...indicator} name={indicatorName(indicator.name)} />
        ))}
      </Columns>
    </Stack>
  )
}

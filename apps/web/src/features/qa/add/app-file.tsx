import { addAppFile, appFileUpload } from '@signet/contract/threats/app-files'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { upload } from '../../../api/upload.ts'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { IndicatorRow } from '../../../parts/threats/indicator-row.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import css from './add-threats-page.module.css'
import { appFileQuery, type AppFile } from './add-threats.api.ts'
import { t } from './words.ts'

interface AppFilePartProps {
  company: string
  /** The file that was uploaded last; undefined if there is none. */
  fileId: string | undefined
  onUploaded: (fileId: string) => void
  onRead: (file: AppFile) => void
}

/** Uploads the file of an app, and shows what was read in it. */
export function AppFilePart({ company, fileId, onUploaded, onRead }: AppFilePartProps) {
  const { data: file, error } = useQuery(appFileQuery(company, fileId))
  const { isBusy, run } = useAction(
    async (files: File[]) => {
      const { id } = await upload(addAppFile, { params: undefined, query: { company }, fields: {}, files })
      onUploaded(id)
    },
    { failed: (reason) => t('uploadFailed', { reason }) },
  )
  const passOn = useEffectEvent(onRead)
  useEffect(() => {
    if (file?.state === 'read') passOn(file)
  }, [file])
  return (
    <section className={css.section} aria-label={t('appFile')}>
      <Stack gap={2}>
        <Text as="h2" weight="medium">
          {t('appFile')}
        </Text>
        <FileDrop label={t('readAppFile')} rule={appFileUpload} isBusy={isBusy} onFiles={run} />
        <Text as="p" size="meta" tone="quiet">
          {t('appFileHint')}
        </Text>
      </Stack>
      <output>
        {error ? (
          <Text tone="danger">{t('readingFailed')}</Text>
        ) : fileId !== undefined && !file ? (
          <Text tone="quiet">{t('checking')}</Text>
        ) : file?.state === 'reading' ? (
          <Text tone="quiet">{t('readingFile', { name: file.name })}</Text>
        ) : file?.problem ? (
          <Text tone="danger">{`${file.name}: ${sentenceOf(file.problem)}`}</Text>
        ) : file ? (
          <Text>{file.isOwn ? t('fileIsOwn', { name: file.name }) : t('fileRead', { name: file.name })}</Text>
        ) : null}
      </output>
      {file?.state === 'read' && !file.isOwn ? <Reasons file={file} /> : null}
    </section>
  )
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
      <ul className={css.reasons}>
        {indicators.map((indicator) => (
          <IndicatorRow key={indicator.name} {...indicator} name={indicatorName(indicator.name)} />
        ))}
      </ul>
    </Stack>
  )
}

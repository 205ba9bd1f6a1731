import type { PackReport } from '@signet/contract/takedowns/evidence-pack'
import { dateTime } from '../../format/time/date-time.ts'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import type { PackVerdict } from './verify-pack.ts'
import { t } from './words.ts'

/** The result of verifying a pack. */
export function VerdictCard({ name, verdict }: { name: string; verdict: PackVerdict }) {
  const { title, text, tone } = wordsOf(verdict)
  return (
    <Card as="section" gap={3} aria-label={name}>
      <Text as="p" size="meta" tone="quiet">
        {name}
      </Text>
      <Text as="h2" size="heading" tone={tone}>
        {title}
      </Text>
      {text ? <p>{text}</p> : null}
      {'report' in verdict ? <Facts report={verdict.report} /> : null}
    </Card>
  )
}

function wordsOf(verdict: PackVerdict): { title: string; text?: string; tone: 'good' | 'warning' | 'danger' } {
  switch (verdict.kind) {
    case 'intact':
      return { title: t('intact'), text: t('intactText'), tone: 'good' }
    case 'otherKey':
      return { title: t('otherKey'), text: t('otherKeyText'), tone: 'warning' }
    case 'changed': {
      const { manifest, files } = verdict.report
      const count = files.filter(({ result }) => result !== 'unchanged').length
      return { title: t('changed'), text: manifest ? t('changedText', { count }) : t('notSigned'), tone: 'danger' }
    }
    case 'refused':
      return { title: t('refused'), text: t(`refused.${verdict.reason}`), tone: 'danger' }
    default:
      return { title: t(verdict.kind), tone: 'warning' }
  }
}

function Facts({ report: { files, manifest, manifestSha256, keyId, timestamp } }: { report: PackReport }) {
  const wrong = files.filter(({ result }) => result !== 'unchanged')
  return (
    <>
      {wrong.length > 0 ? (
        <Stack as="ul" gap={2}>
          {wrong.map(({ path, result }) => (
            <li key={path}>
              <Text tone="danger" weight="medium">
                {result === 'unchanged' ? null : t(`file.${result}`)}
              </Text>{' '}
              <Text className="mono">{path}</Text>
            </li>
          ))}
        </Stack>
      ) : null}
      {manifest ? (
        <dl className="facts">
          <dt>{t('pack')}</dt>
          <dd>{t('packOfCompany', { sequence: manifest.sequence, company: manifest.company })}</dd>
          <dt>{t('subject')}</dt>
          <dd>{manifest.takedown.title}</dd>
          <dt>{t('madeAt')}</dt>
          <dd>{t('madeAtBy', { at: dateTime(manifest.madeAt), name: manifest.madeBy })}</dd>
          {wrong.length === 0 ? (
            <>
              <dt>{t('files')}</dt>
              <dd>{t('filesUnchanged', { count: files.length })}</dd>
            </>
          ) : null}
          {timestamp ? (
            <>
              <dt>{t('timestamp')}</dt>
              <dd>
                {t('timestampBy', { at: dateTime(timestamp.at), authority: timestamp.authority })}{' '}
                <Text className="mono">{timestamp.certificateSha256}</Text>
              </dd>
            </>
          ) : null}
          <dt>{t('manifest')}</dt>
          <dd className="mono">{manifestSha256}</dd>
          <dt>{t('key')}</dt>
          <dd className="mono">{keyId}</dd>
        </dl>
      ) : null}
    </>
  )
}

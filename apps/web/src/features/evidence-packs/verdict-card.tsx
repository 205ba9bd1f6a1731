import type { PackReport } from '@signet/contract/takedowns/evidence-pack'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { defang } from '@signet/contract/threats/defang'
import { dateTime } from '../../format/time/date-time.ts'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import type { PackVerdict } from './verify-pack.ts'
import { Fingerprint } from './fingerprint.tsx'
import css from './verify-page.module.css'
import { t } from './words.ts'

type Tone = 'good' | 'caution' | 'danger'
const icons = { good: IconCircleCheck, caution: IconAlertTriangle, danger: IconCircleX } as const satisfies Record<
  Tone,
  unknown
>

/** The result of verifying a pack. */
export function VerdictCard({ name, verdict }: { name: string; verdict: PackVerdict }) {
  const { title, text, tone } = wordsOf(verdict)
  const Icon = icons[tone]
  return (
    <Card as="section" gap={4} aria-label={name}>
      <Card as="div" kind="note" tone={tone}>
        <Inline gap={3} align="start" pad="1 0">
          <Icon size={22} stroke={1.7} aria-hidden="true" />
          <Stack gap="half">
            <Text as="h2" size="title">
              {title}
            </Text>
            {text ? (
              <Text as="p" tone="plain">
                {text}
              </Text>
            ) : null}
            <Text as="p" size="meta" tone="plain">
              {name}
            </Text>
          </Stack>
        </Inline>
      </Card>
      {'report' in verdict ? <Facts report={verdict.report} /> : null}
    </Card>
  )
}

function wordsOf(verdict: PackVerdict): { title: string; text?: string; tone: Tone } {
  switch (verdict.kind) {
    case 'intact':
      return { title: t('intact'), text: t('intactText'), tone: 'good' }
    case 'otherKey':
      return { title: t('otherKey'), text: t('otherKeyText'), tone: 'caution' }
    case 'changed': {
      const { manifest, files } = verdict.report
      const count = files.filter(({ result }) => result !== 'unchanged').length
      return { title: t('changed'), text: manifest ? t('changedText', { count }) : t('notSigned'), tone: 'danger' }
    }
    case 'refused':
      return { title: t('refused'), text: t(`refused.${verdict.reason}`), tone: 'danger' }
    default:
      return { title: t(verdict.kind), tone: 'caution' }
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
        <dl className={`${css.facts} facts`}>
          <dt>{t('pack')}</dt>
          <dd>{t('packOfCompany', { sequence: manifest.sequence, company: manifest.company })}</dd>
          <dt>{t('subject')}</dt>
          <dd>{defang(manifest.takedown.title)}</dd>
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
                <Fingerprint value={timestamp.certificateSha256} name={t('certificate')} />
              </dd>
            </>
          ) : null}
          <dt>{t('manifest')}</dt>
          <dd>{manifestSha256 ? <Fingerprint value={manifestSha256} name={t('manifest')} /> : null}</dd>
          <dt>{t('key')}</dt>
          <dd>{keyId ? <Fingerprint value={keyId} name={t('key')} /> : null}</dd>
        </dl>
      ) : null}
    </>
  )
}

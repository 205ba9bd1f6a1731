import { signingKeysPath, type PublishedKeys } from '@signet/contract/takedowns/evidence-pack'
import { archiveLimits } from '@signet/contract/takedowns/pack-archive'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '../../format/time/date-time.ts'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { signingKeysQuery, verdictOn, type PackVerdict } from './verify-pack.ts'
import { Fingerprint } from './fingerprint.tsx'
import { VerdictCard } from './verdict-card.tsx'
import css from './verify-page.module.css'
import { t } from './words.ts'

const command = 'npx --no signet evidence verify pack.zip --key signet-keys.json'
const rule = { types: ['application/zip'], maxBytes: archiveLimits.totalBytes } as const

/** Verifies an evidence pack for anyone, without signing in, and shows the public keys that packs are signed with. */
export function VerifyPage() {
  const keys = useQuery(signingKeysQuery)
  const [checked, setChecked] = useState<{ name: string; verdict: PackVerdict | null } | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    document.title = `${t('title')} · Signet`
  }, [])
  const check = async ([pack]: File[]) => {
    if (!pack || !keys.data) return
    latest.current += 1
    const turn = latest.current
    setChecked({ name: pack.name, verdict: null })
    const verdict = await verdictOn(pack, keys.data)
    // Another pack may have been chosen in the meantime.
    if (turn === latest.current) setChecked({ name: pack.name, verdict })
  }
  return (
    <Stack as="main" gap={5} middle most={760} pad="10 5">
      <Stack gap={2}>
        <Inline as="p" below={2}>
          <img src="/favicon.svg" alt="" width={24} height={24} />
          <Text weight="strong">{t('product')}</Text>
        </Inline>
        <Text as="h1" size="object">
          {t('title')}
        </Text>
        <Text as="p" tone="quiet">
          {t('lead')}
        </Text>
      </Stack>
      <DataState query={keys} what={t('keysWhat')}>
        {(published) => (
          <>
            <FileDrop label={t('choose')} rule={rule} onFiles={(files) => void check(files)} />
            <div role="status">
              {checked && !checked.verdict ? <p>{t('checking', { name: checked.name })}</p> : null}
              {checked?.verdict ? <VerdictCard name={checked.name} verdict={checked.verdict} /> : null}
            </div>
            <PublicKeys keys={published} />
          </>
        )}
      </DataState>
    </Stack>
  )
}

function PublicKeys({ keys }: { keys: PublishedKeys['keys'] }) {
  return (
    <Card as="section" gap={3}>
      <Text as="h2" size="heading">
        {t('keys')}
      </Text>
      {keys.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('noKeys')}
        </Text>
      ) : (
        <>
          <Text as="p" tone="quiet">
            {t('keysHint')}
          </Text>
          <dl className={`${css.facts} facts`}>
            {keys.map(({ id, retiredAt }) => (
              <div key={id}>
                <dt>{retiredAt ? t('retiredAt', { at: dateTime(retiredAt) }) : t('current')}</dt>
                <dd>
                  <Fingerprint value={id} name={t('key')} />
                </dd>
              </div>
            ))}
          </dl>
          <a href={signingKeysPath}>{t('keysJson')}</a>
          <Text as="p" tone="quiet">
            {t('commandLine')}
          </Text>
          <Text as="code" className="mono">
            {command}
          </Text>
        </>
      )}
    </Card>
  )
}

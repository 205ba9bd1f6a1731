import { backTestAssets, type BackTest as Tried } from '@signet/contract/collection/detector'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { classWords } from '../../format/names/class-words.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { t } from './words.ts'
import { AllowedNote } from './allowed-note.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { useAction } from '../../ui/controls/use-action.ts'

const shownExamples = 3
const hostLengthMin = 3

/** Tests a brand against the stored names before it is saved. */
export function BackTest({
  company,
  aliases,
  official,
}: {
  company: string
  /** The aliases as they would be saved. */
  aliases: readonly string[]
  /** All hosts that would belong to the company. */
  official: readonly string[]
}) {
  const key = JSON.stringify([aliases, official])
  const [answer, setAnswer] = useState<{ key: string; tried: Tried } | null>(null)
  const { isBusy, problem, run } = useAction(
    async () => {
      const hosts = official.filter((host) => host.length >= hostLengthMin)
      const body = { company, aliases: [...aliases], official: hosts }
      setAnswer({ key, tried: await call(backTestAssets, { query: { company }, body }) })
    },
    { isInline: true },
  )
  return (
    <Stack gap={2}>
      <Inline wrap>
        <Button
          icon={<IconHistory size={16} stroke={1.7} aria-hidden="true" />}
          isBusy={isBusy}
          disabled={aliases.length === 0}
          onClick={run}
        >
          {t('testOnStoredNames')}
        </Button>
        <Text as="p" tone="quiet">
          {t('backTestHint')}
        </Text>
      </Inline>
      {problem && (
        <Text as="p" tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {/* Results from before the last change no longer apply. */}
      <div role="status">{answer?.key === key && <Result tried={answer.tried} />}</div>
    </Stack>
  )
}

const warnings = {
  short: (alias: string) => t('aliasShort', { alias }),
  word: (alias: string) => t('aliasCommonWord', { alias }),
  weak: (alias: string, found: string) => t('aliasWeak', { alias, n: found }),
} as const

function Result({ tried }: { tried: Tried }) {
  const { names, isCapped, found, known, allowed, examples, aliases } = tried
  const amid = exactNumber(names)
  return (
    <Card as="div" kind="inset" gap={2}>
      <p>
        <b>{found === 0 ? t('backTestNone', { names: amid }) : t('backTestMatches', { count: found, names: amid })}</b>{' '}
        {known > 0 && t('alreadyKnownCount', { count: known })}{' '}
        {allowed > 0 && t('suppressedByAllowList', { count: allowed })} {isCapped && t('namesCapped')}
      </p>
      {examples.length > 0 && (
        <Stack as="ul" gap={2} aria-label={t('examples')}>
          {examples.slice(0, shownExamples).map(({ name, class: kind, score, isKnown, allowed: entry }) => (
            <Inline as="li" key={name} wrap gap="half 2" align="baseline" tone="quiet">
              <Text as="b" basis={200} tone="plain" className="mono">
                {defang(name)}
              </Text>
              <span>{classWords(kind)}</span>
              <span className="num">{t('scoreValue', { score })}</span>
              {isKnown && <span>{t('known')}</span>}
              <AllowedNote allowed={entry} />
            </Inline>
          ))}
        </Stack>
      )}
      {aliases.map(
        ({ alias, found: times, warning }) =>
          warning && (
            <Text key={alias} as="p" tone="warning">
              {warnings[warning](alias, exactNumber(times))}
            </Text>
          ),
      )}
    </Card>
  )
}

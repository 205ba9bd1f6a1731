import { ruleContacts, ruleLimits, ruleTestKinds, type RuleTest } from '@signet/contract/collection/detection-rules'
import { isOneOf } from '@signet/contract/narrow'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import css from './rules.module.css'
import { t } from './words.ts'

/** The tests of one list of a condition. */
export function TestList({
  label,
  tests,
  max,
  problem,
  problemOf,
  onChange,
}: {
  label: string
  tests: readonly RuleTest[]
  max: number
  /** Of the list as a whole. */
  problem: string | undefined
  problemOf: (at: number) => string | undefined
  onChange: (tests: RuleTest[]) => void
}) {
  const labelId = useId()
  return (
    <Stack gap={2} role="group" aria-labelledby={labelId} data-invalid={problem ? true : undefined}>
      <Text id={labelId} weight="medium">
        {label}
      </Text>
      {tests.map((test, at) => (
        <TestRow
          // A test can only be identified by its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          list={label}
          n={at + 1}
          test={test}
          problem={problemOf(at)}
          onChange={(changed) => onChange(tests.map((one, index) => (index === at ? changed : one)))}
          onRemove={() => onChange(tests.filter((_, index) => index !== at))}
        />
      ))}
      <Inline wrap>
        <Button
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          disabled={tests.length >= max}
          aria-label={t('addTestTo', { list: label })}
          onClick={() => onChange([...tests, { kind: 'word', value: '' }])}
        >
          {t('addTest')}
        </Button>
      </Inline>
      {problem && (
        <Text as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

function TestRow({
  list,
  n,
  test: { kind, value },
  problem,
  onChange,
  onRemove,
}: {
  list: string
  n: number
  test: RuleTest
  problem: string | undefined
  onChange: (test: RuleTest) => void
  onRemove: () => void
}) {
  const noteId = useId()
  const control = {
    'aria-label': t('testValue', { n, list }),
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': noteId,
  }
  return (
    <Stack gap={1}>
      <div className={css.test}>
        <select
          aria-label={t('testKind', { n, list })}
          value={kind}
          onChange={({ target }) => {
            const chosen = ruleTestKinds.find((one) => one === target.value)
            if (chosen) onChange({ kind: chosen, value: valueFor(chosen, value) })
          }}
        >
          {ruleTestKinds.map((one) => (
            <option key={one} value={one}>
              {t(`test.${one}`)}
            </option>
          ))}
        </select>
        {kind === 'has' ? (
          <select {...control} value={value} onChange={({ target }) => onChange({ kind, value: target.value })}>
            {ruleContacts.map((one) => (
              <option key={one} value={one}>
                {t(`contact.${one}`)}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...control}
            value={value}
            maxLength={ruleLimits.valueLength}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange({ kind, value: target.value })}
          />
        )}
        <IconButton label={t('removeTest', { n, list })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </div>
      {problem ? (
        <Text as="p" size="meta" tone="danger" id={noteId} role="alert">
          {problem}
        </Text>
      ) : (
        <Text as="p" size="meta" tone="faint" id={noteId}>
          {t(`testHint.${kind}`)}
        </Text>
      )}
    </Stack>
  )
}

/** A test for a way to pay or call has one of a few values, every other has a text. */
function valueFor(kind: RuleTest['kind'], before: string): string {
  const isContact = isOneOf(ruleContacts, before)
  if (kind === 'has') return isContact ? before : ruleContacts[0]
  return isContact ? '' : before
}

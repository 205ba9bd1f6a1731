import {
  addReplyRule,
  changeReplyRule,
  ruledClasses,
  tryReplyRule,
  type ReplyRule,
  type RuledClass,
} from '@signet/contract/takedowns/reply-rules'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField, SelectField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

/** Adds or changes a rule, and tries it on a reply before it is saved. */
export function ReplyRuleDialog({
  rule,
  onSaved,
  onClose,
}: {
  rule: ReplyRule | null
  onSaved: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const initialClass: RuledClass = rule?.class ?? 'acknowledged'
  const form = useForm({
    initial: {
      provider: rule?.provider ?? '',
      phrases: rule?.phrases.join('\n') ?? '',
      class: initialClass,
    },
    check: ({ provider, phrases }) => ({
      provider: !provider.includes('.') && t('providerRequired'),
      phrases: linesOf(phrases).length === 0 && t('phraseRequired'),
    }),
    save: async (values) => {
      const body = writtenOf(values)
      const query = { company }
      await (rule
        ? call(changeReplyRule, { params: { replyRuleId: rule.id }, query, body: { ...body, version: rule.version } })
        : call(addReplyRule, { query, body }))
      await onSaved()
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={rule ? t('editReplyRule', { name: rule.provider }) : t('addReplyRule')}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <InputField
        label={t('provider')}
        hint={t('providerHint')}
        maxLength={253}
        autoCapitalize="off"
        spellCheck={false}
        {...form.field('provider')}
      />
      <AreaField
        label={t('replyContains')}
        hint={t('phrasesHint')}
        rows={3}
        maxLength={4000}
        {...form.field('phrases')}
      />
      <SelectField
        label={t('replySays')}
        all={ruledClasses}
        labelOf={(one) => t(`replyClass.${one}`)}
        {...form.field('class')}
      />
      <Trial written={writtenOf(form.values)} />
    </FormDialog>
  )
}

const writtenOf = ({ provider, phrases, ...rest }: { provider: string; phrases: string; class: RuledClass }) => ({
  provider: provider.trim(),
  phrases: linesOf(phrases),
  ...rest,
})

type Result = { class: RuledClass | null; sentence: string | null }

function Trial({ written }: { written: ReturnType<typeof writtenOf> }) {
  const company = useCompany()
  const [text, setText] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const trial = useAction(async () => {
    setResult(await call(tryReplyRule, { query: { company }, body: { ...written, text } }))
  })
  return (
    <>
      <AreaField
        label={t('tryOnReply')}
        rows={3}
        maxLength={20_000}
        value={text}
        onChange={(value) => {
          setText(value)
          setResult(null)
        }}
      />
      <Inline>
        <Button isBusy={trial.isBusy} disabled={text.trim() === '' || written.phrases.length === 0} onClick={trial.run}>
          {t('tryRule')}
        </Button>
        <Text role="status">{result ? resultText(result) : ''}</Text>
      </Inline>
    </>
  )
}

const resultText = ({ class: ruled, sentence }: Result) =>
  ruled === null
    ? t('replyNotRecognized')
    : t('replyRecognized', { kind: t(`replyClass.${ruled}`), sentence: sentence ?? '' })

import type { DetectionRule } from '@signet/contract/collection/detection-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { deleteRule, readRulesAgain, rulesQuery, switchRule } from './detection-rules.api.ts'
import { HuntDialog } from './hunt-dialog.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleRow } from './rule-row.tsx'
import { t } from './words.ts'

type Opened = { dialog: 'add' } | { dialog: 'edit' | 'try' | 'delete' | 'switchOn'; rule: DetectionRule }

/** The company's own rules for detection: each can be tried on everything stored before it is switched on. */
export function RulesPart() {
  const company = useCompany()
  const rules = useQuery(rulesQuery(company))
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const switching = useAction(
    async (rule: DetectionRule, isOn: boolean) => {
      await switchRule(company, rule, isOn)
      toast(isOn ? t('switchedOn') : t('switchedOff'))
    },
    {
      settled: async () => {
        await readRulesAgain(company)
        close()
      },
    },
  )
  const onSwitch = (rule: DetectionRule) => {
    if (rule.effect === 'suppress' && !rule.isOn) setOpened({ dialog: 'switchOn', rule })
    else switching.run(rule, !rule.isOn)
  }
  return (
    <FormSection
      title={t('rules')}
      hint={t('rulesHint')}
      actions={<Button onClick={() => setOpened({ dialog: 'add' })}>{t('addRule')}</Button>}
    >
      <DataState
        query={rules}
        what={t('rulesToLoad')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ length }) => length === 0}
        empty={<StateBlock title={t('noRules')}>{t('noRulesHint')}</StateBlock>}
      >
        {(all) => (
          <ul className="ruled">
            {all.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                isBusy={switching.isBusy}
                onSwitch={() => onSwitch(rule)}
                onOpen={(dialog) => setOpened({ dialog, rule })}
              />
            ))}
          </ul>
        )}
      </DataState>
      {opened?.dialog === 'add' && <RuleEditor rule={null} onClose={close} />}
      {opened?.dialog === 'edit' && <RuleEditor rule={opened.rule} onClose={close} />}
      {opened?.dialog === 'try' && <HuntDialog rule={opened.rule} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteRule rule={opened.rule} onClose={close} />}
      {opened?.dialog === 'switchOn' && (
        <ConfirmDialog
          title={t('switchOnTitle', { name: opened.rule.name })}
          text={t('switchOnConsequence')}
          confirmLabel={t('switchOn')}
          isBusy={switching.isBusy}
          onConfirm={() => switching.run(opened.rule, true)}
          onClose={close}
        />
      )}
    </FormSection>
  )
}

function DeleteRule({ rule, onClose }: { rule: DetectionRule; onClose: () => void }) {
  const company = useCompany()
  const { isBusy, run } = useAction(
    async () => {
      await deleteRule(company, rule)
      snackbar(t('deleted', { name: rule.name }))
    },
    {
      settled: async () => {
        await readRulesAgain(company)
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: rule.name })}
      text={t('deleteConsequence')}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

import { changeCompany } from '@signet/contract/companies/onboarding'
import { keysIn } from '@signet/contract/narrow'
import type { Module } from '@signet/contract/route'
import { call } from '../../../api/call.ts'
import { problemAt } from '../../../api/field-problems.ts'
import { FormSection, Tick, TickGroup } from '../../../ui/forms/form-section.tsx'
import { t, type Word } from '../words.ts'
import { ExtraPages, pagesOf, rowsOf, wrongPages } from './extra-pages.tsx'
import { keepCompany } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'

const moduleWords: Readonly<Record<Module, { label: Word; hint: Word }>> = {
  touts: { label: 'touts', hint: 'toutsHint' },
  leaks: { label: 'dataLeaks', hint: 'leaksHint' },
  news: { label: 'newsAndWhatsNew', hint: 'newsHint' },
  kmp: { label: 'executiveLeakMonitor', hint: 'executiveLeaksHint' },
}
const moduleNames = keysIn(moduleWords)
const fields = ['modules', 'config.pages', 'pages', 'config.qaNavigation', 'config.addThreats']

/** The modules of a company, and the menus of its people and reviewers. */
export function ModulesStep({ company, onNext }: StepProps) {
  const form = useStepForm({
    initial: () => {
      const { addThreats, qaNavigation: menu, pages } = company.config
      return { modules: company.modules, addThreats, qaNavigation: menu, pages: rowsOf(pages) }
    },
    fields,
    check: ({ pages }) => wrongPages(pages),
    save: async (values) => {
      const config = { pages: pagesOf(values.pages), addThreats: values.addThreats, qaNavigation: values.qaNavigation }
      const body = { modules: values.modules, config, version: company.version }
      await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
      onNext()
    },
  })
  const { problems } = form
  const { modules, qaNavigation } = form.values
  const turn = (name: Module, isOn: boolean) =>
    form.set({
      modules: { ...modules, [name]: isOn },
      // Reviewers can't have touts in their menu without the module.
      ...(name === 'touts' && !isOn ? { qaNavigation: 'deletionQueue' } : {}),
    })
  return (
    <StepForm label={t('modulesAndPages')} form={form}>
      <FormSection title={t('modules')}>
        <TickGroup label={t('enabledModules')} isWide problem={problemAt(problems, 'modules')}>
          {moduleNames.map((name) => (
            <Tick
              key={name}
              label={t(moduleWords[name].label)}
              hint={t(moduleWords[name].hint)}
              isOn={modules[name]}
              onChange={(isOn) => turn(name, isOn)}
            />
          ))}
        </TickGroup>
        <TickGroup label={t('otherOptions')} isWide problem={problemAt(problems, 'config.addThreats')}>
          <Tick
            label={t('clientsAddThreats')}
            hint={t('clientsAddThreatsHint')}
            isOn={form.values.addThreats}
            onChange={(addThreats) => form.set({ addThreats })}
          />
        </TickGroup>
        <TickGroup label={t('reviewerMenu')} isWide problem={problemAt(problems, 'config.qaNavigation')}>
          <Tick
            type="radio"
            name="qaNavigation"
            label={t('deletionQueue')}
            hint={t('deletionQueueHint')}
            isOn={qaNavigation === 'deletionQueue'}
            onChange={() => form.set({ qaNavigation: 'deletionQueue' })}
          />
          <Tick
            type="radio"
            name="qaNavigation"
            label={t('touts')}
            hint={modules.touts ? t('toutsMenuHint') : t('needsToutsModule')}
            isOn={qaNavigation === 'touts'}
            isDisabled={!modules.touts}
            onChange={() => form.set({ qaNavigation: 'touts' })}
          />
        </TickGroup>
      </FormSection>
      <ExtraPages rows={form.values.pages} problems={problems} onChange={(pages) => form.set({ pages })} />
    </StepForm>
  )
}

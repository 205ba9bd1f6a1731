import { changeCompany } from '@signet/contract/onboarding'
import type { Module } from '@signet/contract/route'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt } from '../../api/field-problems.ts'
import { FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { msg, t, type Marked } from '../../words/words.ts'
import { ExtraPages, pagesOf, rowsOf, wrongPages } from './extra-pages.tsx'
import { keepCompany } from './onboarding.api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

const moduleWords: Readonly<Record<Module, { label: Marked; hint: Marked }>> = {
  touts: { label: msg('Touts'), hint: msg('Who sells or advertises without right; sources and review of their own.') },
  leaks: { label: msg('Data Leaks'), hint: msg('Leaked sign-ins and documents, with passwords masked.') },
  news: { label: msg('News and What’s New'), hint: msg('What the world and the product have that is new.') },
  kmp: { label: msg('Executive Leak Monitor'), hint: msg('Leaks of the people the company looks after.') },
}
const moduleNames = Object.keys(moduleWords) as Module[]
const fields = ['modules', 'config.pages', 'pages', 'config.qaNavigation', 'config.addThreats']

/** The parts of the product a company has, and what its people and reviewers find in their menus. */
export function ModulesStep({ company, onNext }: StepProps) {
  const [modules, setModules] = useState(company.modules)
  const [addThreats, setAddThreats] = useState(company.config.addThreats)
  const [qaNavigation, setQaNavigation] = useState(company.config.qaNavigation)
  const [pages, setPages] = useState(() => rowsOf(company.config.pages))
  const turn = (name: Module, isOn: boolean) => {
    setModules({ ...modules, [name]: isOn })
    // Reviewers cannot have touts in their menu without the module.
    if (name === 'touts' && !isOn) setQaNavigation('deletionQueue')
  }
  const save = async () => {
    const config = { pages: pagesOf(pages), addThreats, qaNavigation }
    const body = { modules, config, version: company.version }
    await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
    onNext()
  }
  return (
    <StepForm label={t('Modules and pages')} fields={fields} onCheck={() => wrongPages(pages)} onSave={save}>
      {(problems) => (
        <>
          <FormSection title={t('Modules')}>
            <TickGroup label={t('What the company uses')} isWide problem={problemAt(problems, 'modules')}>
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
            <TickGroup label={t('Further')} isWide problem={problemAt(problems, 'config.addThreats')}>
              <Tick
                label={t('Clients enter threats themselves')}
                hint={t('Add Threats stands in their menu.')}
                isOn={addThreats}
                onChange={setAddThreats}
              />
            </TickGroup>
            <TickGroup label={t('Menu of reviewers')} isWide problem={problemAt(problems, 'config.qaNavigation')}>
              <Tick
                type="radio"
                name="qaNavigation"
                label={t('Deletion queue')}
                hint={t('A second reviewer approves what is deleted for good.')}
                isOn={qaNavigation === 'deletionQueue'}
                onChange={() => setQaNavigation('deletionQueue')}
              />
              <Tick
                type="radio"
                name="qaNavigation"
                label={t('Touts')}
                hint={modules.touts ? t('Queue, watchlist and deleted touts.') : t('Needs the module touts.')}
                isOn={qaNavigation === 'touts'}
                isDisabled={!modules.touts}
                onChange={() => setQaNavigation('touts')}
              />
            </TickGroup>
          </FormSection>
          <ExtraPages rows={pages} problems={problems} onChange={setPages} />
        </>
      )}
    </StepForm>
  )
}

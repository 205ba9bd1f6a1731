import { useState } from 'react'
import { SearchField } from '../ui/controls/search-field.tsx'
import { AreaField, InputField, SelectField, TextField } from '../ui/forms/field.tsx'
import { FileDrop } from '../ui/forms/file-drop.tsx'
import { FormProblem, FormSection, Tick, TickGroup } from '../ui/forms/form-section.tsx'
import { PickMany } from '../ui/forms/pick-many.tsx'
import { ShowPassword } from '../ui/forms/show-password.tsx'
import { TickOne } from '../ui/forms/tick-one.tsx'
import { Columns, Inline } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const nothing = () => {}
const companies = ['Meridian Bank', 'Kestrel Rail', 'Larkspur Lottery'].map((label) => ({ key: label, label }))
const severities = ['Critical', 'High'] as const
type Severity = (typeof severities)[number]
const named = (name: string) => name

/** Input fields. */
export function Fields() {
  const [text, setText] = useState('login.example.com')
  const [day, setDay] = useState('2026-11-20')
  const [lines, setLines] = useState('')
  const [severity, setSeverity] = useState<Severity>('Critical')
  const [isShown, setIsShown] = useState(false)
  const [chosen, setChosen] = useState(['Kestrel Rail'])
  return (
    <PartBlock title="Fields">
      <FormSection title="A section of a form" hint="What it is for.">
        <Columns>
          <TextField label="Text" value={text} hint="With a hint" onChange={setText} />
          <TextField label="With a problem" value={text} problem="Enter a domain." onChange={setText} />
          <TextField
            label="Password"
            type={isShown ? 'text' : 'password'}
            value={text}
            size="large"
            end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
            onChange={setText}
          />
          <TextField label="Disabled" value={text} disabled onChange={setText} />
          <InputField label="Input" type="date" value={day} hint="With a hint" onChange={setDay} />
          <InputField label="Input with a problem" type="date" value="" problem="Enter a day." onChange={nothing} />
          <SelectField label="Choice" all={severities} labelOf={named} value={severity} onChange={setSeverity} />
          <SelectField
            label="Choice with a problem"
            problem="Choose one."
            all={severities}
            labelOf={named}
            none={['', 'Nothing chosen']}
            value=""
            onChange={nothing}
          />
          <AreaField
            label="Several lines"
            hint="As many as you need."
            placeholder="A placeholder"
            value={lines}
            onChange={setLines}
          />
          <AreaField
            label="Several lines with a problem"
            problem="Enter at most 500 characters."
            value="Too much"
            onChange={nothing}
          />
        </Columns>
        <TickGroup label="Ticks">
          <Tick label="Off" isOn={false} onChange={nothing} />
          <Tick label="On" hint="With what it means" isOn onChange={nothing} />
          <Tick label="Disabled" isOn={false} isDisabled onChange={nothing} />
        </TickGroup>
        <TickGroup label="Ticks with a problem" problem="Choose at least one.">
          <Tick label="Off" isOn={false} onChange={nothing} />
        </TickGroup>
        <TickOne
          label="One of a few"
          all={severities}
          labelOf={named}
          hintOf={(one) => (one === 'High' ? 'With what it means' : undefined)}
          value={severity}
          onChange={setSeverity}
        />
        <TickOne
          label="One of a few with a problem"
          problem="Choose one."
          isWide
          all={severities}
          labelOf={named}
          value={undefined}
          onChange={nothing}
        />
        <PickMany label="Companies" addLabel="Add companies" items={companies} value={chosen} onChange={setChosen} />
        <FileDrop
          label="Add a file"
          rule={{ types: ['image/png', 'application/pdf'], maxBytes: 5_000_000 }}
          onFiles={nothing}
        />
        <FileDrop label="Busy" isBusy rule={{ types: ['image/png'], maxBytes: 5_000_000 }} onFiles={nothing} />
        <FormProblem>The form could not be saved.</FormProblem>
      </FormSection>
      <Inline wrap>
        <SearchField label="Search" value="" onChange={nothing} />
        <input type="checkbox" aria-label="Off" />
        <input type="checkbox" aria-label="On" defaultChecked />
        <input type="checkbox" aria-label="Disabled" disabled />
      </Inline>
    </PartBlock>
  )
}

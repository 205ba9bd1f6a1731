import { useState } from 'react'
import { SearchField } from '../ui/controls/search-field.tsx'
import { Field, TextField } from '../ui/forms/field.tsx'
import { FileDrop } from '../ui/forms/file-drop.tsx'
import { FormProblem, FormSection, Tick, TickGroup } from '../ui/forms/form-section.tsx'
import { PickMany } from '../ui/forms/pick-many.tsx'
import { ShowPassword } from '../ui/forms/show-password.tsx'
import { Columns, Inline } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const nothing = () => {}
const companies = ['Meridian Bank', 'Kestrel Rail', 'Larkspur Lottery'].map((label) => ({ key: label, label }))

/** Input fields. */
export function Fields() {
  const [text, setText] = useState('login.example.com')
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
          <Field label="Choice">
            {(control) => (
              <select {...control}>
                <option>Critical</option>
                <option>High</option>
              </select>
            )}
          </Field>
          <Field label="Choice with a problem" problem="Choose one.">
            {(control) => (
              <select {...control}>
                <option>Nothing chosen</option>
              </select>
            )}
          </Field>
          <Field label="Several lines" hint="As many as you need.">
            {(control) => <textarea {...control} placeholder="A placeholder" />}
          </Field>
          <Field label="Several lines with a problem" problem="Enter at most 500 characters.">
            {(control) => <textarea {...control} defaultValue="Too much" />}
          </Field>
        </Columns>
        <TickGroup label="Ticks">
          <Tick label="Off" isOn={false} onChange={nothing} />
          <Tick label="On" hint="With what it means" isOn onChange={nothing} />
          <Tick label="Disabled" isOn={false} isDisabled onChange={nothing} />
          <Tick type="radio" name="one" label="One of several" isOn onChange={nothing} />
        </TickGroup>
        <TickGroup label="Ticks with a problem" problem="Choose at least one.">
          <Tick label="Off" isOn={false} onChange={nothing} />
        </TickGroup>
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

import { IconBell, IconDownload, IconSettings, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Popover } from '../ui/controls/popover.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Tabs } from '../ui/controls/tabs.tsx'
import { ConfirmDialog } from '../ui/feedback/dialogs/confirm-dialog.tsx'
import { liveMessage, snackbar, toast } from '../ui/feedback/messages/toasts.ts'
import { FormDialog } from '../ui/feedback/dialogs/form-dialog.tsx'
import { FilterPill } from '../ui/filters/filter-pill.tsx'
import { AreaField, InputField } from '../ui/forms/field.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { Card, Inline } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const nothing = () => {}

/** Buttons and other controls, with their results. */
export function Controls() {
  const [tab, setTab] = useState<'first' | 'second'>('first')
  const [isAsking, setIsAsking] = useState(false)
  const [isFilling, setIsFilling] = useState(false)
  return (
    <>
      <PartBlock title="Button">
        {(['plain', 'primary', 'quiet', 'danger'] as const).map((kind) => (
          <Inline key={kind} wrap>
            <Button kind={kind}>Button, {kind}</Button>
            <Button kind={kind} icon={<IconDownload {...icon} />}>
              With an icon
            </Button>
            <Button kind={kind} shortcut="T">
              With a key
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
            <Button kind={kind} isBusy>
              Busy
            </Button>
          </Inline>
        ))}
        <Inline wrap>
          <IconButton label="Settings">
            <IconSettings {...icon} />
          </IconButton>
          <IconButton label="Pressed" aria-pressed>
            <IconBell {...icon} />
          </IconButton>
          <IconButton label="Disabled" disabled>
            <IconTrash {...icon} />
          </IconButton>
          <button type="button" className="choice control" aria-pressed>
            Chosen
          </button>
          <button type="button" className="choice control" aria-pressed={false}>
            Not chosen
          </button>
          <button type="button" className="link">
            Reads as a link
          </button>
          <a className="way-link" href="#way">
            A way on
          </a>
          <a className="name-link" href="#name">
            The name of a thing
          </a>
        </Inline>
      </PartBlock>
      <PartBlock title="Segments, tabs, filters, menu">
        <Inline wrap>
          <Segments
            label="Density"
            value="comfortable"
            choices={[
              { value: 'comfortable', label: 'Comfortable', count: 12 },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={nothing}
          />
          <FilterPill label="Severity">{() => <Options />}</FilterPill>
          <FilterPill label="Status" value="New" onClear={nothing}>
            {() => <Options />}
          </FilterPill>
          <Popover label="Menu" trigger={(props) => <Button {...props}>Menu</Button>}>
            {() => <Options />}
          </Popover>
        </Inline>
        <Card kind="bare">
          <Tabs
            label="Tabs"
            tabs={[
              { key: 'first', label: 'First' },
              { key: 'second', label: 'Second', count: 3 },
            ]}
            current={tab}
            onChange={setTab}
          >
            The {tab} panel
          </Tabs>
        </Card>
        <Card kind="inset" as="div">
          <Options />
        </Card>
      </PartBlock>
      <PartBlock title="Dialog and messages">
        <Inline wrap>
          <Button onClick={() => setIsAsking(true)}>Open a dialog</Button>
          <Button onClick={() => setIsFilling(true)}>Open a form</Button>
          <Button onClick={() => toast('Saved')}>Toast</Button>
          <Button onClick={() => snackbar('Takedown requested', { action: { label: 'Undo', run: nothing } })}>
            Snackbar
          </Button>
          <Button onClick={() => snackbar('The takedown could not be requested', { isFailure: true })}>Failure</Button>
          <Button onClick={() => liveMessage('New critical threat')}>Live message</Button>
        </Inline>
        {isFilling && <ExampleForm onClose={() => setIsFilling(false)} />}
        {isAsking && (
          <ConfirmDialog
            title="Request 3 takedowns?"
            text="Notices are sent once they are authorised."
            examples={['meridian-login.example', 'meridian-pay.example']}
            moreCount={1}
            confirmLabel="Request"
            isDangerous
            onConfirm={() => setIsAsking(false)}
            onClose={() => setIsAsking(false)}
          />
        )}
      </PartBlock>
    </>
  )
}

function ExampleForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { name: '', note: '' },
    check: ({ name }) => ({ name: name.trim() === '' && 'Enter a name.', form: name === 'no' && 'Not that name.' }),
    save: async () => onClose(),
  })
  return (
    <FormDialog form={form} title="Add an asset" submitLabel="Add" onClose={onClose}>
      <InputField label="Name" {...form.field('name')} />
      <AreaField label="Note" hint="Optional" {...form.field('note')} />
    </FormDialog>
  )
}

function Options() {
  return (
    <>
      <button type="button" className="option">
        An option
      </button>
      <button type="button" className="option" aria-pressed>
        The chosen one
      </button>
    </>
  )
}

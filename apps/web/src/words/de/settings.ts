import type { Dictionary } from '../words.ts'

/** The Settings. */
export const words: Dictionary = {
  'Types (none chosen: all)': 'Arten (keine gewählt: alle)',
  'Choose types': 'Arten wählen',
  'Messages of the portal': 'Meldungen des Portals',
  'Part of the settings': 'Teil der Einstellungen',
  Yours: 'Ihre',
  Alerts: 'Warnungen',

  'Allow-list': 'Freigabeliste',
  'The allow-list': 'Die Freigabeliste',
  'What is never brought before anybody though it looks like a threat. Whitelisting a threat puts it here.':
    'Was niemandem vorgelegt wird, obwohl es wie eine Bedrohung aussieht. Wer eine Bedrohung als unbedenklich kennzeichnet, setzt sie hierher.',
  'Add an entry': 'Eintrag hinzufügen',
  'Search the allow-list': 'Freigabeliste durchsuchen',
  'Nothing on the list matches.': 'Nichts auf der Liste passt.',
  'Nothing is let pass yet beside what the company owns.':
    'Außer dem, was dem Unternehmen gehört, ist noch nichts freigegeben.',
  'Has kept nothing silent yet': 'Hat noch nichts still gehalten',
  'Kept silent {n} times': ['{n}-mal still gehalten', '{n}-mal still gehalten'],
  'latest:': 'zuletzt:',
  'without end': 'ohne Ende',
  'over since {date}': 'vorbei seit {date}',
  '{name} is no longer let pass.': '{name} ist nicht mehr freigegeben.',
  'Remove {name}?': '{name} entfernen?',
  'The next feed that names it makes it a threat again. Threats that were decided keep their decision.':
    'Der nächste Feed, der es nennt, macht es wieder zur Bedrohung. Entschiedene Bedrohungen behalten ihre Entscheidung.',
  'For example partner.example; www.partner.example passes as well.':
    'Zum Beispiel partner.example; auch www.partner.example ist dann freigegeben.',
  'For example pages.partner.example; no other host of the domain passes.':
    'Zum Beispiel pages.partner.example; kein anderer Host der Domain ist freigegeben.',
  'For example partner.example/shop; what lies below it passes as well.':
    'Zum Beispiel partner.example/shop; auch was darunter liegt, ist freigegeben.',
  'Source and account, for example Instagram/partner.': 'Quelle und Konto, zum Beispiel Instagram/partner.',
  'Enter what is let pass.': 'Geben Sie ein, was freigegeben wird.',
  'Say why, for whoever reads it later.': 'Sagen Sie, warum, für alle, die es später lesen.',
  'Let something pass': 'Etwas freigeben',
  'What it covers': 'Was der Eintrag umfasst',
  'Name or address': 'Name oder Adresse',
  'Holds until': 'Gilt bis',
  'Empty: without end. What is seen after that day is a threat again.':
    'Leer: ohne Ende. Was nach diesem Tag gesehen wird, ist wieder eine Bedrohung.',
  'Let it pass': 'Freigeben',
  'Edit {name}': '{name} bearbeiten',
  'What is protected': 'Was geschützt wird',

  'It can have a logo once it is saved.': 'Ein Logo kann sie haben, sobald sie gespeichert ist.',
  'Add a logo': 'Logo hinzufügen',
  'Its own page': 'Eigene Seite',
  'Add a picture of its own page': 'Bild der eigenen Seite hinzufügen',
  'Replace the picture of its own page': 'Bild der eigenen Seite ersetzen',
  'Remove the picture of its own page': 'Bild der eigenen Seite entfernen',
  'Kept at once. The sign-in page as customers see it; it stands beside captures of suspects in the review.':
    'Wird sofort gespeichert. Die Anmeldeseite, wie Kunden sie sehen; sie steht in der Prüfung neben Aufnahmen von Verdächtigem.',
  'Replace the logo': 'Logo ersetzen',
  'Remove the logo': 'Logo entfernen',
  'Kept at once. Stands beside suspects in the review.':
    'Wird sofort gespeichert. Steht in der Prüfung neben dem Verdächtigen.',

  Appearance: 'Darstellung',
  'Changes hold at once. Theme and language are kept in this browser.':
    'Änderungen gelten sofort. Farbschema und Sprache merkt sich dieser Browser.',
  'As the device': 'Wie das Gerät',
  'Similar ones': 'Ähnliche',
  'One row': 'Eine Zeile',
  'A row each': 'Je eine Zeile',
  'Rows of lists': 'Zeilen in Listen',
  Comfortable: 'Bequem',
  Compact: 'Kompakt',

  Messages: 'Nachrichten',
  'Keep messages until I close them': 'Meldungen behalten, bis ich sie schließe',
  'Otherwise they close by themselves after one to five seconds.':
    'Sonst schließen sie sich nach einer bis fünf Sekunden von selbst.',

  'Source and time range': 'Quelle und Zeitraum',
  'What “Threats” of the menu opens. Every list keeps its own address beside it.':
    'Was „Bedrohungen“ im Menü öffnet. Jede Liste behält daneben ihre eigene Adresse.',
  'The first of the company': 'Die erste des Unternehmens',
  'Time range': 'Zeitraum',

  'News for you': 'Neues für Sie',
  'What the bell and the summary by mail tell you of.':
    'Wovon die Glocke und die Zusammenfassung per E-Mail berichten.',
  'Your choices': 'Ihre Auswahl',
  'Summary by mail': 'Zusammenfassung per E-Mail',
  'Every day': 'Täglich',
  'Every Monday': 'Jeden Montag',
  'Severities (none ticked: all)': 'Schweregrade (keiner gewählt: alle)',
  'Sources (none chosen: all)': 'Quellen (keine gewählt: alle)',
  'Choose sources': 'Quellen wählen',

  'The alerts': 'Die Warnungen',
  'Alert rules': 'Warnregeln',
  'No alert rule yet': 'Noch keine Warnregel',
  'A rule warns the people of {company} as soon as a threat of its kind is published.':
    'Eine Regel warnt die Personen von {company}, sobald eine Bedrohung ihrer Art veröffentlicht wird.',
  'Add a rule': 'Regel hinzufügen',
  'New rule': 'Neue Regel',
  'Remove the rule {name}': 'Regel {name} entfernen',
  'Critical threats': 'Kritische Bedrohungen',
  'Score of at least': 'Punktzahl von mindestens',
  '0 to 100; empty for any': '0 bis 100; leer für jede',
  'In the bell': 'In der Glocke',
  'By mail': 'Per E-Mail',
  'Recipients of the mails': 'Empfänger der E-Mails',
  'Beside the bell of the people of {company}. They need no account.':
    'Neben der Glocke der Personen von {company}. Sie brauchen kein Konto.',
  'Mail addresses': 'E-Mail-Adressen',
  'One a line, at most 50.': 'Eine je Zeile, höchstens 50.',
  'Another rule has this name.': 'Eine andere Regel hat diesen Namen.',
  'Choose at least one way.': 'Wählen Sie mindestens einen Weg.',
  '{address} is no mail address.': '{address} ist keine E-Mail-Adresse.',
  'Clients and admins of the company may change them.':
    'Kunden und Administratoren des Unternehmens können sie ändern.',
  'Nobody beside the people of the company.': 'Niemand außer den Personen des Unternehmens.',

  'Something missing or wrong? Tell your contact by “Add Request”.':
    'Fehlt etwas oder ist etwas falsch? Schreiben Sie uns über „Anfrage stellen“.',

  'Your views': 'Ihre Ansichten',
  'You have saved no view yet. The menu of views of a list saves one.':
    'Sie haben noch keine Ansicht gespeichert. Das Menü der Ansichten einer Liste speichert eine.',
  'shared with the company': 'mit dem Unternehmen geteilt',
  'Rename {name}': '{name} umbenennen',
  Rename: 'Umbenennen',
  'Rename the view': 'Ansicht umbenennen',
  'Delete the view {name}?': 'Ansicht {name} löschen?',
  'It is shared: it goes for everybody of the company.': 'Sie ist geteilt und verschwindet für alle im Unternehmen.',
  'The threats in it stay where they are.': 'Die Bedrohungen darin bleiben, wo sie sind.',
  'The view {name} is deleted.': 'Die Ansicht {name} ist gelöscht.',

  Keys: 'Tasten',
  'Reset all keys': 'Alle Tasten zurücksetzen',
  'Single keys do things': 'Einzelne Tasten lösen etwas aus',
  'Off for those whose speech or hands press keys unasked. Keys with Ctrl or Alt go on.':
    'Aus für alle, deren Spracheingabe oder Hände ungewollt Tasten drücken. Tasten mit Strg oder Alt bleiben.',
  'Press a letter, a digit or a sign, alone or with Shift.':
    'Drücken Sie einen Buchstaben, eine Ziffer oder ein Zeichen, allein oder mit der Umschalttaste.',
  '{key} is the key of “{what}” already.': '{key} ist schon die Taste für „{what}“.',
  'Reset the key of “{what}”': 'Taste für „{what}“ zurücksetzen',
  Reset: 'Zurücksetzen',
  'Press a key for “{what}”': 'Taste drücken für „{what}“',
  '{key}: change the key of “{what}”': '{key}: Taste für „{what}“ ändern',
  'Press a key': 'Taste drücken',
}

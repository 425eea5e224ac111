// Pairs of names after the cases that two projects publish with their tests: what differs, and whether it is the same one. The people and
// companies here are others; what stands between the two names is theirs. Credits: moov-io/watchman (Apache-2.0: its tests of name scores and
// its guidance to review from 0.85 on), opensanctions/nomenklatura (MIT: its cases of `logic-v2`, a match from 0.70 on).

type Project = 'watchman' | 'opensanctions';

export interface PublishedCase {
  readonly by: Project;
  readonly kind: 'person' | 'company';
  readonly asked: string;
  readonly listed: string;
  /** What the project's own test expects. */
  readonly isSame: boolean;
}

type Pair = readonly [by: Project, asked: string, listed: string];

const samePeople: readonly Pair[] = [
  ['opensanctions', 'John Doe', 'John Doe'],
  ['opensanctions', 'John Doeburg', 'John Dowburg'],
  ['opensanctions', 'John Smith', 'Smith, John'],
  ['opensanctions', 'Serei Lazarov', 'Sergei Lazarov'],
  ['opensanctions', 'Serej Lazarov', 'Сергей Викторович Лазаров'],
  ['opensanctions', 'Samihaddadin', 'Sami Haddadin'],
  ['opensanctions', 'Ted Doe', 'Theodore Doe'],
  ['opensanctions', 'KIM JONG SUK', 'KIM, Jong Suk'],
  ['watchman', 'Anatoli Petrosov', 'PETROSOV, Anatoli Anatolievich'],
  ['watchman', 'nicolas mendaro', 'mendaro moras, nicolas'],
  ['watchman', 'nicolás mendaro', 'nicolas mendaro'],
  ['watchman', 'nicolas mendaroo', 'nicolas mendaro'],
  ['watchman', 'nick mendaro', 'nicolas mendaro'],
  ['watchman', 'nic mendaro', 'nicolas mendaro'],
  ['watchman', 'zhang wei', 'WEI, Zhang'],
  ['watchman', 'john smythe', 'john smith'],
  ['watchman', 'john michael smith', 'SMITH, John Michael'],
];

const otherPeople: readonly Pair[] = [
  ['opensanctions', 'John Doe', 'Juan Doe'],
  ['opensanctions', 'John Doe', 'John Down'],
  ['opensanctions', 'A Sarsenbek', 'Nurlan Sarse'],
  ['opensanctions', 'فلان الأول', 'محمد بن خالد آل مثال'],
  ['opensanctions', 'GEORGE BRUSH', 'HASRANI, George'],
  ['watchman', 'jan lahore', 'jane doe'],
  ['watchman', 'paul john', 'john doe'],
  ['watchman', 'john othername', 'john doe'],
  ['watchman', 'ian', 'ian mcexample'],
  ['watchman', 'ian mcexample', 'tian xiang 7'],
  ['watchman', 'sarah jones', 'john smith'],
  ['watchman', 'mohamed salem', 'abd al rahman ould muhammad al husayn ould muhammad salim'],
];

const sameCompanies: readonly Pair[] = [
  ['opensanctions', 'OAO Rosgaz', 'Rosgaz JSC'],
  ['opensanctions', 'OAO Rosgaz', 'Rosgas JSC'],
  ['opensanctions', 'OAO Rosgaz', 'Open Joint Stock Company Rosgas'],
  ['opensanctions', 'Rosgaz Oil JSC', 'Rosgaz Oil OAO'],
  ['opensanctions', 'QXC Aviation', 'Q.X.C Aviation'],
  ['opensanctions', 'EXEMPLIC EUROPE', 'EXEMPLIC EUROPE Sp. z o.o.'],
  ['opensanctions', 'Division Fourty-four', 'Division 44'],
  ['watchman', 'harrowdale bearings limited', 'HARROWDALE BEARINGS LTD.'],
  ['watchman', 'anglo exemplar co ltd', 'ANGLO-EXEMPLAR CO., LTD.'],
  ['watchman', 'AEROEXEMPPLAR AIRLINES', 'AEROEXEMPLAR AIRLINES'],
  ['watchman', 'AIRLINES AEROEXEMPLAR', 'AEROEXEMPLAR AIRLINES'],
  ['watchman', 'banco nacional exemplo', 'banco nacional de exemplo'],
  ['watchman', 'banco exemplo', 'banco nacional de exemplo'],
  ['watchman', 'nacional banco exemplo', 'banco nacional de exemplo'],
  ['watchman', 'a.i.c. sogo shokusan', 'i c sogo shokusan'],
  ['watchman', '11 420 2 1 corp', '11,420.2-1 CORP.'],
  ['watchman', '1142021 corp', '11,420.2-1 CORP.'],
  ['watchman', 'JSCPARAMETER', 'JSC PARAMETER'],
];

const otherCompanies: readonly Pair[] = [
  ['opensanctions', 'QXC Aviation', 'QAU Aviation'],
  ['opensanctions', 'QXC Aviatio', 'QAU Aviation'],
  ['opensanctions', 'Q.X.C. Aviation', 'QAU Aviation'],
  ['opensanctions', 'OJSC TACTICAL PUPPIES CORPORATION', 'TACTICAL ROCKETS CORPORATION JOINT STOCK COMPANY'],
  ['watchman', 'kala limited', 'kalamity exemplar'],
  ['watchman', 'binaree food group pty ltd', 'independent insurance group ltd'],
  ['watchman', 'zincor llc', 'easy exemplar inc.'],
  ['watchman', 'the bridgeplan group', 'the group for the preservation of the holy sites'],
  ['watchman', 'skybright financial services', 'afrexemplar financial services bureau change'],
  ['watchman', 'sela security services', 'sesa - safety & environmental services example pty ltd'],
  ['watchman', 'EXEMPLAR TRADING LIMITED', 'PACIFIC TRADING LIMITED'],
  ['watchman', 'aeroexemplar airlines', 'banco nacional de exemplo'],
];

const toCases = (kind: PublishedCase['kind'], isSame: boolean, pairs: readonly Pair[]): readonly PublishedCase[] =>
  pairs.map(([by, asked, listed]) => ({ by, kind, asked, listed, isSame }));

export const publishedCases: readonly PublishedCase[] = [
  ...toCases('person', true, samePeople),
  ...toCases('company', true, sameCompanies),
  ...toCases('person', false, otherPeople),
  ...toCases('company', false, otherCompanies),
];

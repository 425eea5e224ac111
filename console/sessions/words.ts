import { defineWords } from '../words/language.ts';

export const sessionsWords = defineWords(
  {
    lead: 'Quem está no console agora. Uma sessão termina sozinha depois de algum tempo sem uso. Cada pessoa pode ter até dez: um novo login encerra a mais antiga.',
    operator: 'Nome',
    role: 'Perfil',
    begun: 'Início',
    seen: 'Último uso',
    network: 'Rede',
    end: 'Encerrar',
    own: 'esta sessão',
  },
  {
    lead: 'Who is in the console now. A session ends by itself after a while without use, and everybody has ten at most: the next one ends the oldest.',
    operator: 'Name',
    role: 'Role',
    begun: 'Started',
    seen: 'Last seen',
    network: 'Network',
    end: 'End',
    own: 'this session',
  },
);

// Models of the page: name and file.

export const MODELS = [
  ['Quadruped', 'quadruped.xml'],
  ['Cloth', 'cloth.xml'],
  ['Dominoes', 'dominoes.xml'],
  ['Gripper', 'gripper.xml'],
  ['Pile', 'pile.xml'],
  ['Swimmer', 'swimmer_implicit.xml'],
];

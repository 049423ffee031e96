within Wrong;
